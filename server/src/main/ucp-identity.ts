import type { StoreIdentity } from '../connectors/store.ts';
import { linkPageUrl } from '../domains/catalog/retailer-accounts/index.ts';
import type { Db } from '../platform/database/index.ts';
import { type SigningKey, signingKeyFrom } from '../platform/message-signatures.ts';
import { createServiceSecret, type Vault } from '../platform/secrets/index.ts';

export interface UcpIdentity extends StoreIdentity {
  /** The key that signs, and what is published of it. */
  whole(): Promise<{ key: SigningKey; jwk: Record<string, string> }>;
}

/** Who this service is among those that speak UCP: one key for all processes, as a store and as a client. */
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
