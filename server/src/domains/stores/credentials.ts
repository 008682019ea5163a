import type { SealedColumn, Vault } from '../../platform/secrets/index.ts';
import type { StoreCredentials } from './configured-store.ts';
import type { StoreRow } from './store.ts';

const contextOf = (name: string): string => `stores/${name}/credentials`;

/** What this slice has sealed, for the rotation of master keys. */
export const storeSealedColumns: SealedColumn[] = [
  { table: 'stores', column: 'credentials_sealed', contextOf, idColumn: 'name' },
];

export function sealCredentials(vault: Vault, name: string, credentials: StoreCredentials | null): Buffer | null {
  return credentials && vault.seal(JSON.stringify(credentials), contextOf(name));
}

export function openCredentials(
  vault: Vault,
  row: Pick<StoreRow, 'name' | 'credentials_sealed'>,
): StoreCredentials | null {
  if (row.credentials_sealed === null) return null;
  const bytes = vault.open(row.credentials_sealed, contextOf(row.name));
  try {
    return JSON.parse(bytes.toString('utf8')) as StoreCredentials;
  } finally {
    bytes.fill(0);
  }
}
