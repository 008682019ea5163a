/** An account at the store, for reading. Secrets are decrypted when used. */
export interface ReadOnlyRetailerAccount {
  id: string;
  email: string;
  password(): Promise<string>;
  /** A fresh one-time code, or null when the account has no second factor. */
  totp(): Promise<string | null>;
  /** Cookies and trusted-device tokens, kept sealed with the account. */
  session: { load(): Promise<string | null> };
  /** Name shown to its owner. Absent for the service's own. */
  shortId?: string;
  /** Leases it for this work, to renew its session. Null if it is in use. */
  exclusively?<T>(work: (account: RetailerAccount) => Promise<T>): Promise<T | null>;
}

/** An account at the store, leased to one purchase. */
export interface RetailerAccount extends ReadOnlyRetailerAccount {
  /** Waits up to `waitMs` for a code emailed after `since`. Null if none arrives. */
  mailedCode(since: Date, waitMs: number): Promise<string | null>;
  /** The next `load` returns it. */
  session: { load(): Promise<string | null>; save(state: string): Promise<void> };
}
