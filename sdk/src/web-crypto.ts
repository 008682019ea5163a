/** Web Crypto: built into browsers, Workers, Deno, Bun and Node 20. The package's build for Node has web-crypto-node.ts instead. */
export const webCrypto: typeof globalThis.crypto = globalThis.crypto;
