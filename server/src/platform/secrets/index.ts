/** The vault: secrets sealed so that a copy of the database alone, or a swapped row, gives nothing away. */
export { createKeptSecret } from './kept-secret.ts';
export { rotateSecrets, type SealedColumn } from './rotate.ts';
export { createVault, type Vault } from './vault.ts';
export { VaultError } from './vault-error.ts';
