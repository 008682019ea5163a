import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureTexts } from '../../../web/src/lib/labels.ts';
import { legacyFields } from '../../src/legacy/order-fields.ts';
import { type LegacyClient, legacyClient } from '../harness/legacy.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let client: LegacyClient;
let key: string;
let documented: string[];
beforeAll(async () => {
  system = await startSystem();
  key = await system.mint();
  client = legacyClient(system, key);
  documented = (await system.call('/openapi.json')).body.components.schemas.FailureReason.enum;
});
afterAll(() => system.stop());

const placeOrder = async (scenario: string, more = {}): Promise<string> =>
  (await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-${scenario}`, more))).body.id;

/** Every `error_type` of the contract, and its code in `/v1`. */
const codes = {
  product_not_found: 'product_unavailable',
  product_out_of_stock: 'product_unavailable',
  product_unavailable: 'product_unavailable',
  product_variant_required: 'insufficient_variants',
  product_variant_unavailable: 'invalid_variant',
  product_quantity_unavailable: 'invalid_quantity',
  quantity_limit_exceeded: 'max_quantity_exceeded',
  max_price_exceeded: 'max_price_exceeded',
  shipping_unavailable: 'shipping_method_unavailable',
  shipping_address_invalid: 'shipping_address_refused',
  handling_days_exceeded: 'product_unavailable',
  gift_option_unavailable: 'invalid_gift_options',
  payment_declined: 'credit_card_declined',
  login_failed: 'account_login_failed',
  account_locked: 'account_locked',
  account_verification_required: 'account_locked_verification_required',
  retailer_unavailable: 'internal_error',
  retailer_rate_limited: 'mgd_temporarily_overloaded',
  checkout_failed: 'payment_info_problem',
  outcome_unknown: 'order_probably_placed',
  timed_out: 'mgd_temporarily_overloaded',
  currency_unsupported: 'item_not_supported',
  price_changed: 'max_price_exceeded',
  action_expired: 'additional_information_required',
  approval_denied: 'aborted_request',
};
const reasons = Object.keys(codes);
const docsOf = (page: string): string =>
  readFileSync(new URL(`../../../docs/interface/${page}.md`, import.meta.url), 'utf8');

describe('every failure reason', () => {
  it('is in the OpenAPI document', () => {
    expect(documented.toSorted()).toEqual(reasons.toSorted());
  });

  it('has a code in /v1, in the retrieve call and in the list', async () => {
    const id = await placeOrder('slow');
    const failWith = (errorType: string, details: object) =>
      sql`
      update orders set status = 'order_failed', job_result = ${JSON.stringify({
        success: false,
        error: 'The store said no.',
        error_type: errorType,
        error_details: details,
        price_components: null,
        estimated_delivery: null,
        merchant_order_ids: [],
      })}::jsonb where id = ${id}::uuid`.execute(system.database.db);
    const shown: Record<string, string> = {};
    for (const reason of reasons) {
      await failWith(reason, {});
      const { status, body } = await client.get(`/v1/orders/${id}`);
      expect([status, body.message, body.data.error_type]).toEqual([200, 'The store said no.', reason]);
      const [listed] = (await client.get('/v1/orders')).body;
      expect(listed.code).toBe(body.code);
      shown[reason] = body.code;
    }
    expect(shown).toEqual(codes);
    await failWith('checkout_failed', { reason: 'tax_charged' });
    expect((await client.get(`/v1/orders/${id}`)).body.code).toBe('tax_charged');
  });

  it.each(reasons)('%s has a title and advice on the pages', (reason) => {
    expect(failureTexts[reason]).toEqual({
      title: expect.stringMatching(/^[A-Z].*[^.]$/),
      advice: expect.stringMatching(/^[A-Z].*\.$/),
    });
  });

  it.each(reasons)('%s has a docs page, and a line in both tables', async (reason) => {
    const page = await fetch(`${system.url}/docs/failure-reasons/${reason}`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const html = (await page.text()).replaceAll(/&#39;|&#x27;/g, "'");
    expect(html).toContain(failureTexts[reason]!.advice);
    for (const title of ['Cause', 'Example', 'Fix']) expect(html).toContain(`>${title}</a></h2>`);
    const text = await (await fetch(`${system.url}/docs/failure-reasons/${reason}.md`)).text();
    expect(text.startsWith(`# ${reason}\n`)).toBe(true);
    expect(text).toMatch(/\n## Cause\n\n[A-Z].+\.\n\n## Example\n\n```json\n/);
    expect(text).toContain(`"error_type": "${reason}"`);
    expect(text).toContain(`\n## Fix\n\n${failureTexts[reason]!.advice}\n`);
    expect(text).toContain(`- \`${codes[reason as keyof typeof codes]}\``);
    expect(docsOf('orders')).toContain(`| \`${reason}\` |`);
    expect(docsOf('legacy')).toContain(`| \`${reason}\` | \`${codes[reason as keyof typeof codes]}\` |`);
  });

  it('is listed, and an unknown one is not found', async () => {
    const list = await (await fetch(`${system.url}/docs/failure-reasons.md`)).text();
    for (const reason of reasons) expect(list).toContain(`${system.url}/docs/failure-reasons/${reason}.md`);
    for (const unknown of ['nothing', 'toString', '__proto__.md']) {
      expect((await fetch(`${system.url}/docs/failure-reasons/${unknown}`)).status).toBe(404);
    }
  });
});

/** The value at a path such as `request.products.quantity`. For lists, the first entry. */
const at = (value: unknown, place: string): unknown =>
  place.split('.').reduce<unknown>((found, name) => {
    const one: unknown = Array.isArray(found) ? found[0] : found;
    return (one as Record<string, unknown> | undefined)?.[name];
  }, value);

it('every field of an order is in /v1 where the table says', async () => {
  const more = { po_number: 'PO-1', metadata: { a: 1 }, is_gift: true, gift_message: 'Enjoy.', handling_days_max: 5 };
  const id = await placeOrder('success', more);
  await expect
    .poll(
      async () => {
        await system.queue.drain();
        return (await system.get(`/orders/${id}`, key)).body.tracking_numbers.length;
      },
      { timeout: 15_000 },
    )
    .toBeGreaterThan(0);
  const listed = (await client.get('/v1/orders')).body.find(
    (order: { request_id: string }) => order.request_id === id.replaceAll('-', ''),
  );
  const places = Object.values(legacyFields).filter((place) => place !== null);
  expect(places.filter((place) => at(listed, place) === undefined)).toEqual([]);
  expect(listed.request).toMatchObject({ po_number: 'PO-1', client_notes: { a: 1 }, gift_message: 'Enjoy.' });
});
