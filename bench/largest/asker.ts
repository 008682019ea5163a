import type { LargeRequest } from './requests.ts';

export type Ask = (
  method: string,
  path: string,
  body?: string | null,
  signal?: AbortSignal | null,
) => Promise<{ status: number; text: string }>;

export const askerOf =
  (url: string, key: string): Ask =>
  async (method, path, body = null, signal = null) => {
    const basic = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
    const headers = {
      authorization: path.startsWith('/v1/') ? basic : `Bearer ${key}`,
      ...(path === '/mcp' ? { accept: 'application/json, text/event-stream' } : {}),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    };
    const response = await fetch(url + path, { method, headers, body, redirect: 'manual', signal });
    return { status: response.status, text: await response.text() };
  };

/** Status 0: the connection failed, or the signal ended it. */
export const senderOf =
  (url: string, key: string) =>
  ({ method, path, body }: LargeRequest, signal: AbortSignal | null = null) =>
    askerOf(url, key)(method, path, body, signal).catch(() => ({ status: 0 }));
