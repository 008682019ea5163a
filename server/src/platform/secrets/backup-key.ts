import { hkdfSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { assertDefined } from '../../kit/assert-defined.ts';
import { developmentKeyFile, loadMasterKeys } from './master-keys.ts';
import { VaultError } from './vault-error.ts';

/** Derives the key of one backup from the named master key, or from the newest. */
export function deriveBackupKey(
  needs: Parameters<typeof loadMasterKeys>[0],
  salt: Buffer,
  id: string | null,
): { id: string; key: Buffer } {
  // Do not create a key in a new data folder: it would be the wrong one.
  const hasKeys = id === null || needs.masterKeys.length > 0 || existsSync(developmentKeyFile(needs.dataDir));
  const keys = hasKeys ? loadMasterKeys(needs) : [];
  const found = id === null ? assertDefined(keys[0]) : keys.find((each) => each.id === id);
  if (!found) {
    throw new VaultError(
      'unknown_master_key',
      `This backup was encrypted with the master key "${id}". Set MASTER_KEYS to it. A development key is in the file development-master-key in the data folder that was backed up.`,
    );
  }
  return { id: found.id, key: Buffer.from(hkdfSync('sha256', found.key, salt, 'errand/backup', 32)) };
}
