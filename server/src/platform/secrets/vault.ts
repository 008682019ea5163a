import type { Logger } from '../logger.ts';
import { decodeEnvelope, type Envelope, encodeEnvelope, lockBox, newDataKey, unlockBox } from './envelope.ts';
import { loadMasterKeys, type MasterKey } from './master-keys.ts';
import { VaultError } from './vault-error.ts';

/**
 * A context names the row and field that a secret belongs to, such as `sessions/<id>/token`. What was sealed for one
 * context opens in no other.
 */
export interface Vault {
  seal(plain: string | Buffer, context: string): Buffer;
  /** The caller overwrites the answer (`fill(0)`) as soon as it was used. Throws a VaultError. */
  open(sealed: Buffer, context: string): Buffer;
  /** Whether another master key than the newest locks this record. */
  needsRewrap(sealed: Buffer): boolean;
  /** The same record, locked by the newest master key. The secret itself stays sealed on the way. */
  rewrap(sealed: Buffer, context: string): Buffer;
}

interface Needs {
  /** As written in MASTER_KEYS, newest first. */
  masterKeys: string[];
  dataDir: string;
  logger: Logger;
}

export function createVault(needs: Needs): Vault {
  const masterKeys = loadMasterKeys(needs);
  const newest = masterKeys[0]!;
  const keysById = new Map(masterKeys.map((masterKey) => [masterKey.id, masterKey]));

  /** Runs `use` with the record's data key, which is gone afterwards. */
  function withDataKey(envelope: Envelope, context: string, use: (dataKey: Buffer) => Buffer): Buffer {
    const masterKey = keysById.get(envelope.masterKeyId);
    if (!masterKey) throw unknownKey(envelope.masterKeyId, context);
    const dataKey = unlockBox(masterKey.key, envelope.keyBox, 'data-key', context);
    if (!dataKey) throw notAuthentic(context, masterKey);
    try {
      return use(dataKey);
    } finally {
      dataKey.fill(0);
    }
  }

  return {
    seal(plain, context) {
      const bytes = typeof plain === 'string' ? Buffer.from(plain) : plain;
      const dataKey = newDataKey();
      try {
        return encodeEnvelope({
          masterKeyId: newest.id,
          keyBox: lockBox(newest.key, dataKey, 'data-key', context),
          secretBox: lockBox(dataKey, bytes, 'secret', context),
        });
      } finally {
        dataKey.fill(0);
        // Our copy of a string; a caller's own bytes are the caller's to overwrite.
        if (bytes !== plain) bytes.fill(0);
      }
    },
    open(sealed, context) {
      const envelope = decoded(sealed, context);
      return withDataKey(envelope, context, (dataKey) => {
        const plain = unlockBox(dataKey, envelope.secretBox, 'secret', context);
        if (!plain) throw notAuthentic(context);
        return plain;
      });
    },
    // A record that cannot be read is not skipped over: re-wrapping it says what is wrong.
    needsRewrap: (sealed) => decodeEnvelope(sealed)?.masterKeyId !== newest.id,
    rewrap(sealed, context) {
      const envelope = decoded(sealed, context);
      const keyBox = withDataKey(envelope, context, (dataKey) => lockBox(newest.key, dataKey, 'data-key', context));
      return encodeEnvelope({ masterKeyId: newest.id, keyBox, secretBox: envelope.secretBox });
    },
  };
}

function decoded(sealed: Buffer, context: string): Envelope {
  const envelope = decodeEnvelope(sealed);
  if (!envelope) throw notAuthentic(context);
  return envelope;
}

function unknownKey(id: string, context: string): VaultError {
  // The name comes from the record, which may be damaged: only what a name can hold is shown.
  const shown = id.replace(/[^A-Za-z0-9._-]/g, '?');
  return new VaultError(
    'unknown_master_key',
    `The secret of ${context} was sealed with the master key "${shown}", which is not in MASTER_KEYS. ` +
      'Add that key after the newest one; once every secret is re-wrapped it may go.',
  );
}

function notAuthentic(context: string, masterKey?: MasterKey): VaultError {
  const otherKey = masterKey ? `, or "${masterKey.id}" in MASTER_KEYS is not the key that sealed it` : '';
  return new VaultError(
    'not_authentic',
    `The secret of ${context} does not open: it was altered, or copied from another row or field${otherKey}. ` +
      'Restore the record from a backup, or store the secret anew.',
  );
}
