/** An account at the store, to look at what it bought. Secrets are opened at the moment of use and not before. */
export interface ReadOnlyRetailerAccount {
  id: string;
  email: string;
  password(): Promise<string>;
  /** A fresh one-time code, or null when the account has no second factor. */
  totp(): Promise<string | null>;
  /** Cookies and trusted-device tokens, kept sealed with the account. */
  session: { load(): Promise<string | null> };
  /** The name that its owner knows it by; left out for the service's own. */
  shortId?: string;
  /** Lends it to this work alone, to renew its session; null when other work has it. */
  exclusively?<T>(work: (account: RetailerAccount) => Promise<T>): Promise<T | null>;
}

/** An account at the store, held by one purchase alone. */
export interface RetailerAccount extends ReadOnlyRetailerAccount {
  /** The newest mailed code that arrived after `since`, waiting at most `waitMs`; null when none came. */
  mailedCode(since: Date, waitMs: number): Promise<string | null>;
  /** What was saved last is what is loaded next. */
  session: { load(): Promise<string | null>; save(state: string): Promise<void> };
}
