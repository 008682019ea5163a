import { checkWebhookUrls, webhookUrls } from '../domains/webhooks/index.ts';
import type { Outgoing } from '../platform/outgoing/index.ts';
import { refusal } from './failures.ts';

export type UrlCheck = Pick<Outgoing, 'checkUrl'>;

/** Refuses URLs that may not be called, naming the field of each. */
export async function checkWebhooks(outgoing: UrlCheck, webhooks: object | null | undefined): Promise<void> {
  const refused = await Promise.all(
    Object.entries(webhooks ?? {}).map(async ([event, value]) =>
      (await checkWebhookUrls(outgoing, webhookUrls(value))).map(({ url, reason }) => ({
        path: `webhooks.${event}`,
        message: reason,
        // An address may carry a password for its receiver.
        value: url.includes('@') ? null : url,
      })),
    ),
  );
  const errors = refused.flat();
  if (errors.length === 0) return;
  throw refusal('invalid_request', 'A webhook URL cannot be called.', { validator_errors: errors });
}

/** The URLs that a request wants to have told of an event. */
export function urlsFor(request: Record<string, unknown> | null, event: string): string[] {
  const webhooks = request?.webhooks;
  if (typeof webhooks !== 'object' || webhooks === null) return [];
  return webhookUrls((webhooks as Record<string, unknown>)[event]);
}
