import { type SealedColumn, type Vault, VaultError } from '../../../platform/secrets/index.ts';
import type { StoreCredentials } from './configured-store.ts';
import { tokenContextOf } from './shared-token.ts';
import type { StoreRow } from './sql.ts';

const contextOf = (name: string): string => `stores/${name}/credentials`;

/** Encrypted columns, for key rotation. */
export const storeSealedColumns: SealedColumn[] = [
  { table: 'stores', column: 'credentials_sealed', contextOf, idColumn: 'name', isErasable: true },
  { table: 'store_tokens', column: 'token_sealed', contextOf: tokenContextOf, idColumn: 'store' },
];

export async function sealCredentials(
  vault: Vault,
  name: string,
  credentials: StoreCredentials | null,
): Promise<Buffer | null> {
  return credentials && vault.sealErasable(JSON.stringify(credentials), contextOf(name));
}

export async function openCredentials(
  vault: Vault,
  row: Pick<StoreRow, 'name' | 'credentials_sealed'>,
): Promise<StoreCredentials | null> {
  if (row.credentials_sealed === null) return null;
  const bytes = await vault.openErasable(row.credentials_sealed, contextOf(row.name));
  try {
    return JSON.parse(bytes.toString('utf8')) as StoreCredentials;
  } finally {
    bytes.fill(0);
  }
}

/** 'unreadable': the key is missing, for example after a restore. Enter them again. */
export async function tryOpenCredentials(
  vault: Vault,
  row: Pick<StoreRow, 'name' | 'credentials_sealed'>,
): Promise<StoreCredentials | null | 'unreadable'> {
  return openCredentials(vault, row).catch((error: unknown) => {
    if (error instanceof VaultError) return 'unreadable' as const;
    throw error;
  });
}
