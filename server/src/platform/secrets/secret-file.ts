import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fieldsOf } from '../../kit/fields.ts';

/** A secret in a file of the data folder that only its owner can read. The first process creates it. */
export function readOrCreateSecretFile(
  dataDir: string,
  name: string,
  create: () => string,
): { file: string; content: string } {
  const file = join(dataDir, name);
  if (!existsSync(file)) createSecretFile(dataDir, file, create());
  chmodSync(file, 0o600);
  return { file, content: readFileSync(file, 'utf8').trim() };
}

/**
 * Writes a draft and links it into place. Linking fails if the file exists, so both of two processes read the same
 * file.
 */
function createSecretFile(dataDir: string, file: string, content: string): void {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeSync(descriptor, `${content}\n`);
    fsyncSync(descriptor);
    linkSync(draft, file);
  } catch (error) {
    if (fieldsOf(error).code !== 'EEXIST') throw error;
  } finally {
    closeSync(descriptor);
    rmSync(draft, { force: true });
  }
}
