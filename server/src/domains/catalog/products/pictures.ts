import { minuteMs, secondMs } from '../../../kit/clock.ts';
import { type ConcurrencyLimit, createConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import type { Outgoing } from '../../../platform/outgoing/index.ts';

const bytesMax = 2 * 1024 * 1024;
const cacheBytesMax = 32 * 1024 * 1024;
const redirectsMax = 3;
const fetchesAtOnce = 16;
/** A store that never answers must not keep everyone's images waiting. */
const fetchesPerAccount = 4;
/** How long a failed fetch isn't retried. */
const failureMs = 10 * minuteMs;

export interface Picture {
  type: string;
  bytes: Buffer;
}

/** Detects the type by its first bytes, so a browser never gets anything executable. */
const signatures: [type: string, matches: (bytes: Buffer) => boolean][] = [
  ['image/png', (bytes) => bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/gif', (bytes) => bytes.toString('latin1', 0, 4) === 'GIF8'],
  ['image/webp', (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'],
  ['image/avif', (bytes) => bytes.toString('latin1', 4, 12) === 'ftypavif'],
];

export type Pictures = ReturnType<typeof createPictures>;

/** Proxies product images, so browsers contact only this service. Refuses internal addresses and caches in memory. */
export function createPictures({ outgoing, now }: { outgoing: Pick<Outgoing, 'getFile'>; now(): number }) {
  const kept = new Map<string, Picture>();
  const failedUntil = new Map<string, number>();
  const running = new Map<string, Promise<Picture | null>>();
  const limited = createConcurrencyLimit(fetchesAtOnce);
  const limitByAccount = new Map<string, { limit: ConcurrencyLimit; running: number }>();
  let keptBytes = 0;

  function keep(url: string, picture: Picture): void {
    kept.set(url, picture);
    keptBytes += picture.bytes.length;
    for (const [oldest, { bytes }] of kept) {
      if (keptBytes <= cacheBytesMax) return;
      kept.delete(oldest);
      keptBytes -= bytes.length;
    }
  }

  async function download(url: string): Promise<Picture | null> {
    const picture = await fetchPicture(outgoing, url);
    if (picture) keep(url, picture);
    else {
      if (failedUntil.size > 10_000) failedUntil.clear();
      failedUntil.set(url, now() + failureMs);
    }
    return picture;
  }

  async function inTurn<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const own = limitByAccount.get(accountId) ?? { limit: createConcurrencyLimit(fetchesPerAccount), running: 0 };
    limitByAccount.set(accountId, own);
    own.running += 1;
    try {
      return await own.limit.run(() => limited.run(work));
    } finally {
      own.running -= 1;
      if (own.running === 0) limitByAccount.delete(accountId);
    }
  }

  return {
    /** Null: no image. */
    async read(url: string, accountId: string): Promise<Picture | null> {
      const known = kept.get(url);
      if (known) return known;
      if ((failedUntil.get(url) ?? 0) > now()) return null;
      const work = running.get(url) ?? inTurn(accountId, () => download(url)).finally(() => running.delete(url));
      running.set(url, work);
      return work;
    },
  };
}

async function fetchPicture(outgoing: Pick<Outgoing, 'getFile'>, asked: string): Promise<Picture | null> {
  let url = asked;
  for (let hop = 0; hop <= redirectsMax; hop += 1) {
    const answer = await outgoing.getFile(url, { headers: { accept: 'image/*' }, bytesMax, timeoutMs: 10 * secondMs });
    if (answer.kind !== 'answered') return null;
    if (answer.status >= 300 && answer.status < 400 && answer.location) {
      const next = URL.parse(answer.location, url)?.href;
      if (next === undefined) return null;
      url = next;
      continue;
    }
    const { status, bytes } = answer;
    const type = bytes && status === 200 ? signatures.find(([, matches]) => matches(bytes))?.[0] : undefined;
    return bytes && type !== undefined ? { type, bytes } : null;
  }
  return null;
}
