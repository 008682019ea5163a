import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { assertDefined } from '../../kit/assert-defined.ts';
import type { Logger } from '../logger.ts';
import {
  decodeEnvelope,
  decodeErasable,
  type Envelope,
  encodeEnvelope,
  encodeErasable,
  lockBox,
  newDataKey,
  unlockBox,
} from './envelope.ts';
import { createErasableKeys, type ErasableKeys } from './erasable-keys.ts';
import { loadMasterKeys, type MasterKey } from './master-keys.ts';
import { VaultError } from './vault-error.ts';

/**
 * A context names the row and field of a secret, such as `sessions/<id>/token`. What was sealed for one context opens
 * in no other.
 */
export interface Vault {
  seal(plain: string | Buffer, context: string): Buffer;
  /** Overwrite the result (`fill(0)`) after use. Throws a VaultError. */
  open(sealed: Buffer, context: string): Buffer;
  /**
   * Also seals with its own key, which is kept outside the database. The trigger `erase_key` must watch the column:
   * when the record is removed, the key is deleted, and no copy of the record opens anymore.
   */
  sealErasable(plain: string | Buffer, context: string): Promise<Buffer>;
  /** Opens records of sealErasable, and of seal, which such columns used before. */
  openErasable(sealed: Buffer, context: string): Promise<Buffer>;
  readonly erasableKeys: ErasableKeys;
  /** Whether the record has its own key outside the database. */
  isErasable(sealed: Buffer): boolean;
  /** Converts a record of seal to one of sealErasable. */
  makeErasable(sealed: Buffer, context: string): Promise<Buffer>;
  /** Derives a key for one purpose from the newest master key. It is not stored. */
  deriveKey(purpose: string): KeyObject;
  /** Whether a master key other than the newest locks this record. */
  needsRewrap(sealed: Buffer): boolean;
  /** The same record, locked with the newest master key. The secret stays sealed. */
  rewrap(sealed: Buffer, context: string): Buffer;
}

interface Needs {
  /** As written in MASTER_KEYS, newest first. */
  masterKeys: string[];
  dataDir: string;
  /** Where the keys of erasable secrets are stored. Default: a folder inside the data folder. */
  erasableKeys?: string | null;
  logger: Logger;
}

export function createVault(needs: Needs): Vault {
  const masterKeys = loadMasterKeys(needs);
  const newest = assertDefined(masterKeys[0]);
  const keysById = new Map(masterKeys.map((masterKey) => [masterKey.id, masterKey]));

  /** Runs `use` with the record's data key and wipes the key afterwards. */
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

  const erasableKeys = createErasableKeys(needs.erasableKeys ?? null, needs.dataDir);
  const vault: Vault = {
    erasableKeys,
    deriveKey: deriverFrom(newest),
    async sealErasable(plain, context) {
      const key = newDataKey();
      const keyId = randomBytes(16).toString('hex');
      const bytes = typeof plain === 'string' ? Buffer.from(plain) : plain;
      try {
        await erasableKeys.put(keyId, key);
        return encodeErasable({ keyId, record: vault.seal(lockBox(key, bytes, 'erasable', context), context) });
      } finally {
        key.fill(0);
        if (bytes !== plain) bytes.fill(0);
      }
    },
    async openErasable(sealed, context) {
      const erasable = decodeErasable(sealed);
      if (!erasable) return vault.open(sealed, context);
      const box = vault.open(erasable.record, context);
      const key = await erasableKeys.get(erasable.keyId);
      if (!key) throw erased(context);
      const plain = unlockBox(key, box, 'erasable', context);
      key.fill(0);
      if (!plain) throw notAuthentic(context);
      return plain;
    },
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
        // Wipe our copy of a string; callers wipe their own bytes.
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
    isErasable: (sealed) => decodeErasable(sealed) !== null,
    async makeErasable(sealed, context) {
      const plain = vault.open(sealed, context);
      try {
        return await vault.sealErasable(plain, context);
      } finally {
        plain.fill(0);
      }
    },
    // An unreadable record is not skipped: re-wrapping it reports the problem.
    needsRewrap: (sealed) => decodeEnvelope(decodeErasable(sealed)?.record ?? sealed)?.masterKeyId !== newest.id,
    rewrap(sealed, context) {
      const erasable = decodeErasable(sealed);
      if (erasable) return encodeErasable({ ...erasable, record: vault.rewrap(erasable.record, context) });
      const envelope = decoded(sealed, context);
      const keyBox = withDataKey(envelope, context, (dataKey) => lockBox(newest.key, dataKey, 'data-key', context));
      return encodeEnvelope({ masterKeyId: newest.id, keyBox, secretBox: envelope.secretBox });
    },
  };
  return vault;
}

function deriverFrom({ key }: MasterKey): Vault['deriveKey'] {
  const derivedByPurpose = new Map<string, KeyObject>();
  return (purpose) => {
    const known = derivedByPurpose.get(purpose);
    if (known) return known;
    const derived = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `errand/${purpose}`, 32)));
    derivedByPurpose.set(purpose, derived);
    return derived;
  };
}

function decoded(sealed: Buffer, context: string): Envelope {
  const envelope = decodeEnvelope(sealed);
  if (!envelope) throw notAuthentic(context);
  return envelope;
}

function unknownKey(id: string, context: string): VaultError {
  // The name comes from a record that may be damaged: show only valid characters.
  const shown = id.replace(/[^A-Za-z0-9._-]/g, '?');
  return new VaultError(
    'unknown_master_key',
    `The secret for ${context} was encrypted with the master key "${shown}", which is not in MASTER_KEYS. ` +
      'Add that key after the newest one until all secrets are re-encrypted.',
  );
}

function erased(context: string): VaultError {
  return new VaultError(
    'erased',
    `The key for ${context} was not found at the ERASABLE_KEYS location. Either the secret was erased, or this process ` +
      'uses a different location from the process that encrypted it.',
  );
}

function notAuthentic(context: string, masterKey?: MasterKey): VaultError {
  const otherKey = masterKey ? `, or "${masterKey.id}" in MASTER_KEYS is not the key it was encrypted with` : '';
  return new VaultError(
    'not_authentic',
    `The secret for ${context} cannot be decrypted: it was changed, or copied from another row or field${otherKey}. ` +
      'Restore the record from a backup, or store the secret again.',
  );
}
