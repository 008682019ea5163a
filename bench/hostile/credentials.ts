/** Credentials for every kind of operation. */
export interface Credentials {
  /** The key of an unclaimed sandbox. */
  free: string;
  /** A key with funds. */
  rich: string;
  /** Cookies of signed-in people. The leaver's session and account may end during the run. */
  person: string;
  operator: string;
  leaver: string;
}

const endsTheSession = new Set(['DELETE /me', 'POST /me/sign-out-everywhere', 'POST /team/leave']);

/** Headers for the operation's security scheme. */
export function headersFor(
  { method, path, schemes }: { method: string; path: string; schemes: readonly string[] },
  { free, rich, ...people }: Credentials,
  takesFree: boolean,
): Record<string, string> {
  const key = takesFree ? free : rich;
  if (schemes.includes('basic')) return { authorization: `Basic ${btoa(`${key}:`)}` };
  if (schemes.includes('bearer')) return { authorization: `Bearer ${key}` };
  if (!schemes.includes('session')) return {};
  const isLeaving = endsTheSession.has(`${method} ${path}`);
  const cookie = isLeaving ? people.leaver : path.startsWith('/operator') ? people.operator : people.person;
  return { cookie, 'x-errand-world': 'test' };
}
