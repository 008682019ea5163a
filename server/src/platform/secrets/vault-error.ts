type VaultFault = 'bad_master_key' | 'unknown_master_key' | 'not_authentic' | 'no_key_store' | 'erased';

/** Something that an operator has to look at. The message says what to do and never holds a secret. */
export class VaultError extends Error {
  readonly fault: VaultFault;

  constructor(fault: VaultFault, message: string) {
    super(message);
    this.name = 'VaultError';
    this.fault = fault;
  }
}
