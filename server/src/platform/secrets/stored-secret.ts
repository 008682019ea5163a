import { randomBytes } from 'node:crypto';
import { assertDefined } from '../../kit/assert-defined.ts';
import type { Vault } from './vault.ts';

interface Needs {
  vault: Vault;
  context: string;
  find(): Promise<Buffer | null>;
  /** Stores it unless there is one. */
  insert(sealed: Buffer): Promise<void>;
}

/** A random 32-byte secret, created once for all processes and stored sealed. Each process reads it once. */
export function createStoredSecret({ vault, context, find, insert }: Needs): () => Promise<Buffer> {
  let loaded: Promise<Buffer> | null = null;

  async function load(): Promise<Buffer> {
    const known = await find();
    if (known) return vault.open(known, context);
    await insert(vault.seal(randomBytes(32), context));
    // Another process may have been faster; the stored one is valid.
    return vault.open(assertDefined(await find()), context);
  }

  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}
