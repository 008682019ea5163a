type WebCrypto = typeof globalThis.crypto;

/** Web Crypto: everywhere but in Node 18, where it has to be asked for. */
export async function webCrypto(): Promise<WebCrypto> {
  if (globalThis.crypto !== undefined) return globalThis.crypto;
  const name = 'node:crypto';
  const { webcrypto } = (await import(/* @vite-ignore */ name)) as { webcrypto: WebCrypto };
  return webcrypto;
}

const nameFrom = (source: WebCrypto): string =>
  Array.from(source.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const randomName = async (): Promise<string> => nameFrom(await webCrypto());

/** Random enough to be unique. Browsers have randomUUID on secure origins only, and this everywhere. */
export const newIdempotencyKey = (): string => nameFrom(globalThis.crypto);
