/** Who sends: every door is knocked at with what opens it. */
export interface Credentials {
  /** A key of a sandbox that nobody claimed. */
  free: string;
  /** A key with money. */
  rich: string;
  /** Cookies of signed-in people. The leaver's session and account may end on the way. */
  person: string;
  operator: string;
  leaver: string;
}

const endsTheSession = new Set(['DELETE /me', 'POST /me/sign-out-everywhere', 'POST /team/leave']);

/** The headers that fit the operation's security. */
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
