// Node 18 has Web Crypto only in a module.
import { webcrypto } from 'node:crypto';

export const webCrypto = webcrypto;
