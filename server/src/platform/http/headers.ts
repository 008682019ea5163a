import type { IncomingMessage } from 'node:http';
import { newId } from '../../kit/ids.ts';

/** Sent with every response. A page sets its own policy, and a cacheable route its own Cache-Control. */
export const safetyHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const;

const saneRequestId = /^[A-Za-z0-9._~:-]{1,128}$/;

export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && saneRequestId.test(given) ? given : newId();
}

const onlyTls = { 'strict-transport-security': 'max-age=31536000' };

export const headersOfEveryAnswer = (publicUrl: string): Record<string, string> =>
  publicUrl.startsWith('https:') ? { ...safetyHeaders, ...onlyTls } : safetyHeaders;
