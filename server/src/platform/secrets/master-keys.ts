import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { masterKeyPattern } from '../config-values.ts';
import type { Logger } from '../logger.ts';
import { readOrCreateSecretFile } from './secret-file.ts';
import { VaultError } from './vault-error.ts';

export interface MasterKey {
  id: string;
  key: KeyObject;
}

const keyBytes = 32;
const keyFileName = 'development-master-key';
export const developmentKeyFile = (dataDir: string): string => join(dataDir, keyFileName);

/** Newest first: the first one seals, all of them open. Never empty. */
export function loadMasterKeys(needs: { masterKeys: string[]; dataDir: string; logger: Logger }): MasterKey[] {
  if (needs.masterKeys.length === 0) return [developmentKey(needs.dataDir, needs.logger)];
  const keys = needs.masterKeys.map((entry, index) => parseMasterKey(entry, `Entry ${index + 1} in MASTER_KEYS`));
  const ids = new Set(keys.map(({ id }) => id));
  if (ids.size < keys.length) {
    throw new VaultError('bad_master_key', 'MASTER_KEYS has two keys with the same name. Give each key its own name.');
  }
  return keys;
}

/** A key without a name is named by its hash, so it has the same name everywhere. */
function parseMasterKey(entry: string, where: string): MasterKey {
  const [, name, encoded = ''] = masterKeyPattern.exec(entry) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length !== keyBytes) {
    // Do not show the entry: a mistyped key is still most of a key.
    throw new VaultError(
      'bad_master_key',
      `${where} must be ${keyBytes} bytes in base64, optionally prefixed with a name (2026-08:…). "openssl rand -base64 ${keyBytes}" generates one.`,
    );
  }
  const id = name ?? createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return { id, key };
}

function developmentKey(dataDir: string, logger: Logger): MasterKey {
  const { file, content } = readOrCreateSecretFile(dataDir, keyFileName, () =>
    randomBytes(keyBytes).toString('base64'),
  );
  logger.warn(
    { file },
    'MASTER_KEYS is not set: secrets are encrypted with a development key stored next to the data. ' +
      'For production, set MASTER_KEYS, with this key as the last entry.',
  );
  return parseMasterKey(content, `The key file ${file} is damaged: it`);
}
