import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

/** What an account's session holds at a store of this kind: sealed with the account, and gone with it. */
const Link = Type.Object({
  issuer: Type.String(),
  clientId: Type.String(),
  accessToken: Type.String(),
  refreshToken: Type.Union([Type.String(), Type.Null()]),
  /** Milliseconds; null: the store did not say. */
  expiresAt: Type.Union([Type.Number(), Type.Null()]),
  scopes: Type.Array(Type.String()),
  /** What the store asked for since: the next link asks its customer for this alone. */
  missing: Type.Array(Type.String()),
});
export type Link = Static<typeof Link>;

export function linkIn(session: string | null): Link | null {
  try {
    const value: unknown = JSON.parse(session ?? 'null');
    return Value.Check(Link, value) ? value : null;
  } catch {
    return null;
  }
}
