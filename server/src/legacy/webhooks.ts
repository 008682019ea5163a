import { checkWebhookUrls, maskedUrl, type UrlCredentials, webhookUrls } from '../domains/channels/webhooks/index.ts';
import { fieldsOf } from '../kit/fields.ts';
import type { Outgoing } from '../platform/outgoing/index.ts';
import { legacyRefusal } from './failures.ts';

export type UrlCheck = Pick<Outgoing, 'checkUrl'>;

/** Refuses URLs that must not be called, with the field of each. */
export async function checkWebhooks(outgoing: UrlCheck, webhooks: object | null | undefined): Promise<void> {
  const refused = await Promise.all(
    Object.entries(webhooks ?? {}).map(async ([event, value]) =>
      (await checkWebhookUrls(outgoing, webhookUrls(value))).map(({ url, reason }) => ({
        path: `webhooks.${event}`,
        message: reason,
        // A URL may contain a password for its endpoint.
        value: url.includes('@') ? null : url,
      })),
    ),
  );
  const errors = refused.flat();
  if (errors.length === 0) return;
  throw legacyRefusal('invalid_request', 'A webhook URL is not allowed.', { validator_errors: errors });
}

export type UrlSealing = Pick<UrlCredentials, 'seal'>;

/** The request with user names and passwords removed from its URLs, to show, send and compare. */
export function withMaskedUrls<Request extends object>(request: Request): Request {
  const { webhooks } = fieldsOf(request);
  return webhooks === undefined ? request : { ...request, webhooks: masked(webhooks) };
}

function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskedUrl(value);
  if (Array.isArray(value)) return value.map(masked);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([event, urls]) => [event, masked(urls)]));
}

/** The webhook URLs of a request for an event. */
export function urlsFor(request: Record<string, unknown> | null, event: string): string[] {
  const webhooks = request?.webhooks;
  if (typeof webhooks !== 'object' || webhooks === null) return [];
  return webhookUrls(fieldsOf(webhooks)[event]);
}
