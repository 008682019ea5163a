import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readOrCreateSecretFile } from './secret-file.ts';

const fileName = 'local-access-token';
/** An access token is 256 random bits in base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

export interface LocalAccess {
  /** Printed at the start, and nowhere else. */
  token: string;
  isToken(given: string): boolean;
}

/**
 * The secret for pages meant for the person at the machine, one per data folder. A loopback address proves nothing: a
 * local reverse proxy forwards strangers from one too.
 */
export function createLocalAccess(dataDir: string): LocalAccess {
  const create = () => randomBytes(32).toString('base64url');
  const { file, content: token } = readOrCreateSecretFile(dataDir, fileName, create);
  if (!tokenPattern.test(token)) throw new Error(`${file} is damaged. Delete it and restart to get a new one.`);
  const digest = digestOf(token);
  return { token, isToken: (given) => timingSafeEqual(digestOf(given), digest) };
}

/** Digests have the same length, so the comparison takes constant time. */
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
