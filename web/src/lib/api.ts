import { errorOf } from '../../../sdk/src/errors.ts';
import { ApiError, type Client, ConnectionError, createClient, type GetMeOutput } from '../../../sdk/src/index.ts';

export type Api = Client;

/** The account that this tab shows; null until the session is known. */
let account: string | null = null;

/** From now on the service refuses requests if another person signed in in another tab. */
export function limitToAccount(accountId: string | null): void {
  account = accountId;
}

const replayedKeys = new Set<string>();

/** Whether the service replayed an earlier response for this key. */
export const wasReplayed = (idempotencyKey: string): boolean => replayedKeys.has(idempotencyKey);

/** The session cookie works only together with the mode header, which other sites cannot send. */
function sessionFetch(world: 'test' | 'live', isForAnyone = false): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('x-errand-world', world);
    if (account !== null && !isForAnyone) headers.set('x-errand-account', account);
    const answer = await fetch(input, { ...init, headers, credentials: 'same-origin' });
    const key = headers.get('idempotency-key');
    if (key !== null && answer.headers.get('idempotent-replayed') === 'true') replayedKeys.add(key);
    return answer;
  };
}

const options = { baseUrl: '', retries: 2, waitSecondsMost: 5 };
const apis = {
  test: createClient({ ...options, fetch: sessionFetch('test') }),
  live: createClient({ ...options, fetch: sessionFetch('live') }),
};
const anyoneClient = createClient({ ...options, fetch: sessionFetch('test', true) });

/** Who is signed in: on this tab's account if they still belong to it, else on the one they chose last. */
export async function readMe(): Promise<GetMeOutput> {
  if (account === null) return anyoneClient.getMe();
  try {
    return await apis.test.getMe();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return anyoneClient.getMe();
    throw error;
  }
}

/** The public API as the signed-in person, in one mode. */
export const apiOf = (world: 'test' | 'live'): Api => apis[world];

/** A raw API request as the signed-in person. */
export const sendAs = (world: 'test' | 'live', path: string, init: RequestInit): Promise<Response> =>
  sessionFetch(world)(path, init).catch((error: unknown) => {
    throw new ConnectionError(path, error);
  });

/** A change that the browser sends even if the page closes first. */
export async function sendBeforeLeaving(world: 'test' | 'live', path: string, body?: unknown): Promise<unknown> {
  const json =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await sendAs(world, path, { method: 'POST', keepalive: true, ...json });
  if (!answer.ok) throw await errorOf(answer);
  return answer.status === 204 ? undefined : answer.json();
}

/** A path on this origin that is not part of the API: signing in and out. */
export async function send(path: string, body: unknown = {}): Promise<void> {
  const answer = await sessionFetch('test', true)(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((error: unknown) => {
    throw new ConnectionError(path, error);
  });
  if (!answer.ok) throw await errorOf(answer);
}
