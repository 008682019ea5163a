import { webCrypto } from './web-crypto.ts';

/** A random key. `randomUUID` would need a secure origin in browsers. */
export const newIdempotencyKey = (): string =>
  Array.from(webCrypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
