type WebCrypto = typeof globalThis.crypto;

/** Web Crypto: everywhere but in Node 18, where it has to be asked for. */
export async function webCrypto(): Promise<WebCrypto> {
  if (globalThis.crypto !== undefined) return globalThis.crypto;
  const name = 'node:crypto';
  const { webcrypto } = (await import(/* @vite-ignore */ name)) as { webcrypto: WebCrypto };
  return webcrypto;
}

const nameOf = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const nameFrom = (source: WebCrypto): string => nameOf(source.getRandomValues(new Uint8Array(16)));

export const randomName = async (): Promise<string> => nameFrom(await webCrypto());

/**
 * Random enough to be unique; it is no secret. Browsers have randomUUID on secure origins only, and getRandomValues everywhere; Node 18
 * has neither at hand.
 */
export const newIdempotencyKey = (): string =>
  globalThis.crypto === undefined
    ? nameOf(Array.from({ length: 16 }, () => Math.floor(Math.random() * 256)))
    : nameFrom(globalThis.crypto);
