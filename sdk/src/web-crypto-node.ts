// Node 18 has Web Crypto in a module only.
import { webcrypto } from 'node:crypto';

export const webCrypto = webcrypto;
