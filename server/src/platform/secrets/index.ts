/** The vault seals secrets, so a copy of the database or a swapped row reveals nothing. */
export { type AuditKeys, linkSigner, loadAuditKeys, recordAuditStart, type SignLink } from './audit-keys.ts';
export { deriveBackupKey } from './backup-key.ts';
export { createErasableKeys, type ErasableKeys } from './erasable-keys.ts';
export { eraseJobs, sweepErasableKeys } from './erase.ts';
export { createLocalAccess, type LocalAccess } from './local-access.ts';
export { developmentKeyFile } from './master-keys.ts';
export { createMemoryRelay, type MemoryRelay } from './memory-relay.ts';
export { rotateSecrets } from './rotate.ts';
export type { SealedColumn } from './sealed-column.ts';
export { createServiceSecret, serviceSealedColumns } from './service-secret.ts';
export { createStoredSecret } from './stored-secret.ts';
export { createVault, type Vault } from './vault.ts';
export { isVaultUnavailable, VaultError } from './vault-error.ts';
