import { ConnectionError } from '../sdk/src/index.ts';
import type { Context } from './command.ts';

/** A call whose answer is wanted as it comes, whatever it says. */
export async function request(
  { baseUrl, apiKey }: Context,
  path: string,
  { body, ...init }: { method?: string; body?: unknown; signal?: AbortSignal } = {},
): Promise<Response> {
  try {
    return await fetch(`${baseUrl.replace(/(?<!\/)\/+$/, '')}${path}`, {
      ...init,
      headers: {
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new ConnectionError(baseUrl, error);
  }
}
