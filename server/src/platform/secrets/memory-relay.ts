import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { type Static, Type } from 'typebox';
import { type Clock, hourMs, secondMs } from '../../kit/clock.ts';
import { type Database, type Listener, listen, notify } from '../database/index.ts';
import { parseJsonShape } from '../parse-shape.ts';

/**
 * Keeps secrets only in memory. A process that needs another's secret asks over database notifications. The reply is
 * encrypted for the asker with one-time key pairs that never leave memory, plus the service secret, so an attacker who
 * can only write to the database gets nothing.
 */
export interface MemoryRelay {
  keep(id: string, secret: string): void;
  /** Null if no live process has it. */
  find(id: string): Promise<string | null>;
  /** Forgets it here and in the process it came from. */
  forget(id: string): void;
  start(): Promise<() => Promise<void>>;
}

interface Needs {
  database: Database;
  clock: Clock;
  /** The same in every process of the service. */
  serviceSecret(): Promise<Buffer>;
  /** How long another process may take to reply: it may be starved for CPU, and without a reply the order fails. */
  answerMs?: number;
}

const channel = 'errand_memory';
/** Longer than any order waits. */
const retentionMs = 24 * hourMs;

const text = Type.String();
const Message = Type.Union([
  Type.Object({ kind: Type.Literal('ask'), id: text, from: text, key: text }),
  Type.Object({ kind: Type.Literal('answer'), id: text, to: text, key: text, box: text }),
  Type.Object({ kind: Type.Literal('forget'), id: text }),
]);
type Message = Static<typeof Message>;

export function createMemoryRelay({ database, clock, serviceSecret, answerMs = 15 * secondMs }: Needs): MemoryRelay {
  const self = randomUUID();
  const kept = new Map<string, { secret: string; until: number }>();
  const askedFor = new Set<string>();
  const waiting = new Map<string, { own: KeyPair; hear(secret: string | null): void }>();

  const publishMessage = (message: Message): Promise<unknown> => notify(database, channel, JSON.stringify(message));

  function own(id: string): string | null {
    const found = kept.get(id);
    if (found && found.until > clock.now().getTime()) return found.secret;
    kept.delete(id);
    return null;
  }

  async function receiveMessage(payload: string): Promise<void> {
    if (payload === '') return;
    const message = parseJsonShape(Message, payload);
    if (message === null) return;
    if (message.kind === 'forget') kept.delete(message.id);
    if (message.kind === 'ask' && message.from !== self) {
      const secret = own(message.id);
      if (secret === null) return;
      const pair = newKeyPair();
      const box = lock(sharedKey(pair, message.key, await serviceSecret(), message.id), secret);
      await publishMessage({ kind: 'answer', id: message.id, to: message.from, key: pair.publicText, box });
    }
    if (message.kind === 'answer' && message.to === self) {
      const asked = waiting.get(message.id);
      if (asked) asked.hear(unlock(sharedKey(asked.own, message.key, await serviceSecret(), message.id), message.box));
    }
  }

  async function ask(id: string): Promise<string | null> {
    const pair = newKeyPair();
    const { promise: answer, resolve } = Promise.withResolvers<string | null>();
    const publishAsk = () => publishMessage({ kind: 'ask', id, from: self, key: pair.publicText });
    waiting.set(id, { own: pair, hear: (secret) => secret !== null && resolve(secret) });
    const timeout = setTimeout(() => resolve(null), answerMs);
    // A process that was reconnecting missed the first message.
    const repeat = setInterval(() => publishAsk().catch(() => {}), answerMs / 3);
    try {
      await publishAsk();
      return await answer;
    } finally {
      clearTimeout(timeout);
      clearInterval(repeat);
      waiting.delete(id);
    }
  }

  return {
    keep: (id, secret) => {
      const now = clock.now().getTime();
      for (const [oldest, { until }] of kept) {
        if (until > now) break;
        kept.delete(oldest);
      }
      kept.set(id, { secret, until: now + retentionMs });
    },
    async find(id) {
      const held = own(id);
      if (held !== null) return held;
      const secret = await ask(id);
      if (secret !== null) askedFor.add(id);
      return secret;
    },
    forget: (id) => {
      kept.delete(id);
      if (!askedFor.delete(id)) return;
      // A process that misses this forgets the secret after a while anyway.
      publishMessage({ kind: 'forget', id }).catch(() => {});
    },
    async start() {
      const listener: Listener = await listen(
        database.url,
        channel,
        (payload) => void receiveMessage(payload).catch(() => {}),
      );
      return () => listener.close();
    },
  };
}

interface KeyPair {
  privateKey: KeyObject;
  publicText: string;
}

function newKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  return { privateKey, publicText: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') };
}

function sharedKey(own: KeyPair, theirs: string, serviceSecret: Buffer, id: string): Buffer {
  const publicKey = createPublicKey({ key: Buffer.from(theirs, 'base64'), type: 'spki', format: 'der' });
  const shared = diffieHellman({ privateKey: own.privateKey, publicKey });
  return Buffer.from(hkdfSync('sha256', shared, serviceSecret, `memory relay ${id}`, 32));
}

const [nonceBytes, tagBytes] = [12, 16];

function lock(key: Buffer, plain: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

function unlock(key: Buffer, box: string): string | null {
  const bytes = Buffer.from(box, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString();
  } catch {
    return null;
  }
}
