import type { StoreIdentity } from '../connectors/store.ts';
import { linkPageUrl } from '../domains/catalog/retailer-accounts/index.ts';
import type { Db } from '../platform/database/index.ts';
import { type SigningKey, signingKeyFrom } from '../platform/message-signatures.ts';
import { createServiceSecret, type Vault } from '../platform/secrets/index.ts';

export interface UcpIdentity extends StoreIdentity {
  /** The private key, and its published JWK. */
  whole(): Promise<{ key: SigningKey; jwk: Record<string, string> }>;
}

/** This service's key for UCP, the same in all processes, as a store and as a client. */
export function createUcpIdentity({ db, vault, publicUrl }: { db: Db; vault: Vault; publicUrl: string }): UcpIdentity {
  const secret = createServiceSecret({ db, vault, name: 'ucp signing' });
  const whole = async () => signingKeyFrom(await secret());
  return {
    whole,
    key: async () => (await whole()).key,
    profileUrl: (version) => `${publicUrl}/ucp/profiles/${version}`,
    accountPage: (shortId, world) => linkPageUrl(publicUrl, shortId, world),
  };
}
