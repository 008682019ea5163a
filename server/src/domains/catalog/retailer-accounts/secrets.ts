import type { SealedColumn, Vault } from '../../../platform/secrets/index.ts';

export type SecretField = 'password' | 'totp' | 'config' | 'session';

/** Encryption context: a secret decrypts only in its own row and field. */
export const accountContext = (id: string, field: SecretField): string => `managed_accounts/${id}/${field}`;
export const codeContext = (id: string): string => `account_codes/${id}`;
export const linkContext = (id: string): string => `link_requests/${id}`;
export const retiredContext = (id: string): string => `retired_links/${id}`;

/** Encrypted columns, for key rotation. */
export const sealedColumns: SealedColumn[] = [
  ...(['password', 'totp', 'config', 'session'] as const).map((field) => ({
    table: 'managed_accounts',
    column: `${field}_sealed`,
    contextOf: (id: string) => accountContext(id, field),
    isErasable: true,
  })),
  { table: 'account_codes', column: 'sealed', contextOf: codeContext, isErasable: true },
  { table: 'link_requests', column: 'sealed', contextOf: linkContext, isErasable: true },
  { table: 'retired_links', column: 'sealed', contextOf: retiredContext, isErasable: true },
];

/** Decrypts a secret and overwrites the bytes. */
export async function openText(vault: Vault, sealed: Buffer, context: string): Promise<string> {
  const bytes = await vault.openErasable(sealed, context);
  try {
    return bytes.toString('utf8');
  } finally {
    bytes.fill(0);
  }
}
