import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { WebhookVerificationError } from './errors.ts';
import { signTestEvent, verifyWebhook } from './webhooks.ts';

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 6).toString('base64')}`;
const payload = JSON.stringify({ type: 'order.placed', timestamp: '2026-08-21T10:00:00.000Z', data: { id: 'ö' } });

function signed(with_ = secret, at = new Date()) {
  const signature = new Webhook(with_).sign('msg_1', at, payload);
  return {
    'Webhook-Id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signature,
  };
}

describe('verifyWebhook', () => {
  it('accepts messages signed by another library, as text or bytes, with any kind of headers', async () => {
    const headers = signed();
    const event = { type: 'order.placed', data: { id: 'ö' } };
    expect(await verifyWebhook({ payload, headers, secret })).toMatchObject(event);
    const bytes = new TextEncoder().encode(payload);
    expect(await verifyWebhook({ payload: bytes, headers: new Headers(headers), secret })).toMatchObject(event);
    expect(await verifyWebhook({ payload, headers, secret: [other, secret] })).toMatchObject(event);
    const both = { ...headers, 'webhook-signature': `v1a,x v1,%% ${headers['webhook-signature']}` };
    expect(await verifyWebhook({ payload, headers: both, secret })).toMatchObject(event);
  });

  it.each([
    ['another secret', () => ({ payload, headers: signed(other), secret })],
    ['another body', () => ({ payload: payload.replace('placed', 'failed'), headers: signed(), secret })],
    ['another id', () => ({ payload, headers: { ...signed(), 'Webhook-Id': 'msg_2' }, secret })],
    ['an old message', () => ({ payload, headers: signed(secret, new Date(Date.now() - 301_000)), secret })],
    ['one from the future', () => ({ payload, headers: signed(secret, new Date(Date.now() + 302_000)), secret })],
    ['no time', () => ({ payload, headers: { ...signed(), 'webhook-timestamp': 'NaN' }, secret })],
    ['no signature', () => ({ payload, headers: { ...signed(), 'webhook-signature': undefined }, secret })],
  ])('refuses %s', async (_, message) => {
    await expect(verifyWebhook(message())).rejects.toBeInstanceOf(WebhookVerificationError);
  });

  it('accepts messages of signTestEvent, typed by event', async () => {
    const { payload, headers } = await signTestEvent({ secret, type: 'order.placed', data: { id: 'o-1' } });
    expect(() => new Webhook(secret).verify(payload, headers)).not.toThrow();
    const event = await verifyWebhook({ payload, headers, secret });
    if (event.type !== 'order.placed') throw new Error('Another event.');
    // Typed as an order.
    const { id, merchant_order_ids: numbers } = event.data;
    expect([id, numbers]).toEqual(['o-1', undefined]);
  });

  it('throws without a secret', async () => {
    for (const none of ['', undefined]) {
      await expect(verifyWebhook({ payload, headers: signed(), secret: none })).rejects.toBeInstanceOf(TypeError);
    }
  });
});
