import { Worker } from 'node:worker_threads';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server';
import { minuteMs, secondMs } from '../../kit/clock.ts';
import type { Logger } from '../logger.ts';
import { portOf } from '../port.ts';
import { createThreadPool } from '../thread-pool.ts';
import type { ReadMail } from './read-mail-worker.ts';
import { type Delivery, proveSender, type Resolve, type SenderProof } from './sender-proof.ts';

export interface IncomingMail extends ReadMail {
  /** Checks the sender in the DNS, on first use. */
  proveSender(): Promise<SenderProof>;
}

export interface ReceiverOptions {
  port: number;
  host: string;
  /** The server's name in its greeting. */
  name: string;
  /** PEM. Without it, there is no STARTTLS. */
  tls: { cert: Buffer; key: Buffer } | null;
  logger: Logger;
  /** Null: senders are not checked. */
  resolve: Resolve | null;
  /** Whether mail for this address (in lower case) is accepted. */
  knows(address: string): Promise<boolean>;
  /** Stores a mail. If it throws, the sender is told to retry later. */
  take(address: string, mail: IncomingMail): Promise<void>;
  limits?: Partial<typeof defaultLimits>;
}

export interface MailReceiver {
  readonly port: number;
  close(): Promise<void>;
}

const defaultLimits = {
  bytesMax: 2 * 1024 * 1024,
  recipientsMost: 10,
  connectionsMost: 100,
  connectionsPerAddressMost: 20,
  idleMs: 30 * secondMs,
  /** Total time limit: a client must not hold a connection open by sending a byte now and then. */
  connectionMsMost: 2 * minuteMs,
  /** MIME parts per mail; each costs far more than its bytes. */
  partsMost: 200,
};

export async function startMailReceiver(options: ReceiverOptions): Promise<MailReceiver> {
  const limits = { ...defaultLimits, ...options.limits };
  const connectionsByAddress = new Map<string, number>();
  const server = new SMTPServer({
    ...receiverOptions(options),
    size: limits.bytesMax,
    maxClients: limits.connectionsMost,
    socketTimeout: limits.idleMs,
    closeTimeout: 5 * secondMs,
    onConnect({ remoteAddress }, callback) {
      const open = (connectionsByAddress.get(remoteAddress) ?? 0) + 1;
      if (open > limits.connectionsPerAddressMost) return callback(refusal(421, 'Too many connections'));
      connectionsByAddress.set(remoteAddress, open);
      callback();
    },
    onClose({ remoteAddress }) {
      const open = (connectionsByAddress.get(remoteAddress) ?? 1) - 1;
      if (open > 0) connectionsByAddress.set(remoteAddress, open);
      else connectionsByAddress.delete(remoteAddress);
    },
    onRcptTo({ address }, session, callback) {
      if (session.envelope.rcptTo.length >= limits.recipientsMost) return callback(refusal(452, 'Too many recipients'));
      options.knows(address.toLowerCase()).then(
        (isKnown) => callback(isKnown ? null : refusal(550, 'No such mailbox')),
        () => callback(refusal(451, 'Try again later')),
      );
    },
    onData(stream, session, callback) {
      const addresses = [...new Set(session.envelope.rcptTo.map(({ address }) => address.toLowerCase()))];
      const { mailFrom } = session.envelope;
      const delivery = {
        address: session.remoteAddress,
        helo: session.hostNameAppearsAs,
        envelopeFrom: mailFrom ? mailFrom.address : '',
      };
      receive(options, stream, { addresses, delivery }, limits.partsMost).then(
        () => callback(null),
        (error: unknown) => callback(answerTo(options.logger, error)),
      );
    },
  });
  server.on('error', (error) => options.logger.warn({ err: error }, 'incoming mail connection failed'));
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.server.on('connection', (socket) => {
      const timer = setTimeout(() => socket.destroy(), limits.connectionMsMost);
      socket.once('close', () => clearTimeout(timer));
    });
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: portOf(server.server),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** There is no authentication: nothing is relayed, so there is nothing to authorize. */
function receiverOptions({ tls, name }: ReceiverOptions): SMTPServerOptions {
  const never = ['AUTH', 'XCLIENT', 'XFORWARD'];
  const shared = {
    name,
    logger: false,
    authOptional: true,
    disableReverseLookup: true,
    hideSize: false,
    banner: 'ready',
  };
  return tls
    ? { ...shared, key: tls.key, cert: tls.cert, disabledCommands: never }
    : { ...shared, disabledCommands: [...never, 'STARTTLS'] };
}

class Refusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

const refusal = (code: number, message: string): Refusal => new Refusal(code, message);

function answerTo(logger: Logger, error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  logger.warn({ err: error }, 'could not store an incoming email');
  return refusal(451, 'Try again later');
}

/** Counts lines that could start a MIME part, before parsing. */
const countParts = (raw: Buffer): number => raw.toString('latin1').match(/^--/gm)?.length ?? 0;

async function receive(
  options: ReceiverOptions,
  stream: SMTPServerDataStream,
  { addresses, delivery }: { addresses: string[]; delivery: Delivery },
  partsMost: number,
): Promise<void> {
  const chunks: Buffer[] = [];
  // An oversized mail is read to the end, so the sender gets the reason, but it is not stored.
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk);
  if (stream.sizeExceeded) throw refusal(552, 'Message too large');
  const raw = Buffer.concat(chunks);
  if (countParts(raw) > partsMost) throw refusal(554, 'Message has too many parts');
  const read = await parse(raw);
  let proof: Promise<SenderProof> | null = null;
  const mail = { ...read, proveSender: () => (proof ??= proveSender(options.resolve, raw, read.from, delivery)) };
  for (const address of addresses) await options.take(address, mail);
}

/** Mails are parsed on other threads. One that takes too long is refused. */
const readers = createThreadPool<Uint8Array, ReadMail | null>({
  start: () =>
    new Worker(new URL('./read-mail-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    }),
  threadsMax: 1,
  deadlineMs: 5 * secondMs,
  waitingMax: 100,
});

async function parse(raw: Buffer): Promise<ReadMail> {
  const outcome = await readers.run(raw);
  if (outcome.kind === 'failed' && outcome.reason === 'busy') throw refusal(451, 'Try again later');
  if (outcome.kind === 'failed' || outcome.value === null) throw refusal(554, 'Message cannot be read');
  return outcome.value;
}
