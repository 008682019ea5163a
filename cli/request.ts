import { ConnectionError } from '../sdk/src/index.ts';
import type { Context } from './command.ts';

interface Init {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  redirect?: 'manual';
  signal?: AbortSignal;
}

/** Sends a request and returns the response, whatever its status. */
export async function request(
  { baseUrl, apiKey, headers: shared }: Pick<Context, 'baseUrl' | 'apiKey' | 'headers'>,
  path: string,
  { body, headers = {}, ...init }: Init = {},
): Promise<Response> {
  try {
    return await fetch(`${baseUrl.replace(/(?<!\/)\/+$/, '')}${path}`, {
      ...init,
      headers: {
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...shared,
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new ConnectionError(baseUrl, error);
  }
}
