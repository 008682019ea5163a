import { errorOf } from '../../../sdk/src/errors.ts';
import { type Client, ConnectionError, createClient } from '../../../sdk/src/index.ts';

export type Api = Client;

/** The session cookie counts only together with the world header, which no foreign page can send. */
function sessionFetch(world: 'test' | 'live'): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('x-errand-world', world);
    return fetch(input, { ...init, headers, credentials: 'same-origin' });
  };
}

const apis = {
  test: createClient({ baseUrl: '', retries: 2, waitSecondsMost: 5, fetch: sessionFetch('test') }),
  live: createClient({ baseUrl: '', retries: 2, waitSecondsMost: 5, fetch: sessionFetch('live') }),
};

/** The public API as the signed-in person, in one world. */
export const apiOf = (world: 'test' | 'live'): Api => apis[world];

/** A path on this origin that is no part of the API: signing in and out. */
export async function send(path: string, body: unknown = {}): Promise<void> {
  const answer = await sessionFetch('test')(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((error: unknown) => {
    throw new ConnectionError(path, error);
  });
  if (!answer.ok) throw await errorOf(answer);
}
