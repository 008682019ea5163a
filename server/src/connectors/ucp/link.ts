import { type Static, Type } from 'typebox';
import { parseJsonShape } from '../../platform/parse-shape.ts';

/** The link in an account's session. Stored encrypted. */
const Link = Type.Object({
  issuer: Type.String(),
  clientId: Type.String(),
  accessToken: Type.String(),
  refreshToken: Type.Union([Type.String(), Type.Null()]),
  /** Milliseconds; null: the store did not say. */
  expiresAt: Type.Union([Type.Number(), Type.Null()]),
  scopes: Type.Array(Type.String()),
  /** Scopes that the store requires since. The next link requests only these. */
  missing: Type.Array(Type.String()),
});
export type Link = Static<typeof Link>;

export const linkIn = (session: string | null): Link | null => parseJsonShape(Link, session);
