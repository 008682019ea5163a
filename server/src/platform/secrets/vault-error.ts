type VaultFault =
  | 'bad_master_key'
  | 'unknown_master_key'
  | 'not_authentic'
  | 'no_key_store'
  | 'storage_full'
  | 'erased';

/**
 * A key could not be written or read: the disk is full or read-only, or the key program failed. Nothing was accepted.
 */
export const isVaultUnavailable = (error: unknown): boolean =>
  error instanceof VaultError && (error.fault === 'storage_full' || error.fault === 'no_key_store');

/** A problem for the operator. The message says what to do and never contains a secret. */
export class VaultError extends Error {
  readonly fault: VaultFault;

  constructor(fault: VaultFault, message: string) {
    super(message);
    this.name = 'VaultError';
    this.fault = fault;
  }
}
