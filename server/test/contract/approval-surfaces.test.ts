import { afterAll, beforeAll, expect, it } from 'vitest';
import { callTool } from '../harness/mcp-call.ts';
import { mailsTo, type SignedInPerson, signIn } from '../harness/person.ts';
import { address, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let person: SignedInPerson;
let key: string;
beforeAll(async () => {
  system = await startSystem({ env: { ORDER_FEE_CENTS: '123' } });
  person = await signIn(system, 'jane@example.com');
  key = (await person.call('/keys', { method: 'POST', body: { label: 'Office key', world: 'test' } })).body.api_key;
});
afterAll(() => system.stop());

const order = () => ({
  products: [
    {
      url: `${system.url}/shop/products/test-choose-variant`,
      quantity: 2,
      variant: [{ label: 'Color', value: 'Blue' }],
    },
  ],
  shipping_address: { ...address, address_line2: 'Apt 4' },
  metadata: { agent: 'Robo', reason: 'Broken headphones' },
  payment: { mode: 'card', payment_method: 'pm_card_visa' },
  max_price: 5000,
});

/** What a person must see before they approve (contract §24), as it is written for people. */
const fields = {
  key: 'Office key',
  agent: 'Robo',
  reason: 'Broken headphones',
  store: '127.0.0.1',
  title: 'Asks you to choose a variant',
  variant: 'Color: Blue',
  quantity: '2 ×',
  'unit price': '$19.99 each',
  recipient: 'Jane Doe',
  street: '1 Market St',
  'second line': 'Apt 4',
  town: 'San Francisco, CA 94105',
  country: 'United States',
  phone: '+14155550123',
  'service fee': '$1.23',
  'most that can be charged': '$51.23',
  payment: 'Visa ending in 4242',
};
/** Only where a store was asked before. */
const quotedFields = { items: '$39.98', shipping: 'Shipping', tax: 'Tax', fees: 'Store fees', total: '$41.21' };

/** The same in the API. */
const view = {
  requested_by: { key: 'Office key', agent: 'Robo', reason: 'Broken headphones' },
  retailer: '127.0.0.1',
  items: [{ title: expect.stringContaining(fields.title), quantity: 2, unit_price_cents: 1999 }],
  ship_to: { ...address, address_line2: 'Apt 4' },
  service_fee_cents: 123,
  max_charge_cents: 5123,
  payment: { mode: 'card', payment_method: 'pm_card_visa', card: 'Visa ending in 4242' },
};

function expectAll(surface: string, text: string, wanted: Record<string, string>): void {
  const missing = Object.entries(wanted).filter(([, words]) => !text.includes(words));
  expect([surface, missing]).toEqual([surface, []]);
}

it('shows every field of an approval that MCP asks for, in the form, on the page and in the API', async () => {
  const { inputRequests, requestState } = await callTool(system, key, 'place_order', order());
  const seen = { ...fields, ...quotedFields, rule: 'No spending policy allows', expiry: 'Expires' };
  expectAll('form', inputRequests.approval.params.message, seen);
  const id = String(requestState).split('.')[0];
  const quoted = { price_components: { subtotal: 3998, shipping: 0, tax: 0, fees: 0, total: 3998 } };
  const more = { rules: [{ rule: 'ask_before_buying' }], expires_at: expect.any(String), url: expect.any(String) };
  expect((await person.call(`/approvals/${id}`)).body).toMatchObject({ ...view, ...quoted, ...more });

  const sandbox = await system.mint();
  const asked = await callTool(system, sandbox, 'place_order', order());
  const page = await (await fetch(`${system.url}/mcp/approvals/${asked.requestState}`)).text();
  const { key: _key, ...onPage } = seen;
  expectAll('page', page, onPage);
});

it('buys with the card that was shown, whatever the default is by then', async () => {
  const { payment: _payment, ...plain } = order();
  const given = { ...plain, payment: { mode: 'card' } };
  const { requestState } = await callTool(system, key, 'place_order', given);
  const other = { method: 'PATCH', body: { is_default: true } } as const;
  await person.call('/wallet/cards/pm_card_mastercard', other);
  const bought = await callTool(system, key, 'place_order', given, {
    requestState,
    inputResponses: { approval: { action: 'accept', content: { approve: true } } },
  });
  const { id } = bought.structuredContent;
  expect((await system.get(`/orders/${id}`, key)).body.payment).toMatchObject({
    mode: 'card',
    payment_method: 'pm_card_visa',
  });
});

it('shows every field of an approval that a policy asks for, on the order, in the API and in the email', async () => {
  await person.call('/account/policy', { method: 'PUT', body: { approve: { above_cents: 1000 } } });
  const { body: placed } = await system.post('/orders', key, order());
  const { next_action: action } = placed;
  expect(action.url).toBe(`${system.url}/app/approvals/${action.id}`);
  expect(action.expires_at).toEqual(expect.any(String));
  const more = { rules: [{ rule: 'approve.above_cents', limit: 1000 }] };
  expect(action.details).toMatchObject({ ...view, ...more });
  const shown = (await person.call(`/approvals/${action.id}`)).body;
  expect(shown).toMatchObject({ ...view, ...more, url: action.url, expires_at: action.expires_at });
  await system.queue.drain();
  const mail = (await mailsTo(system, person.email)).find(({ text }) => text.includes(placed.id));
  const seen = { ...fields, rule: 'orders above $10.00', expiry: 'Expires: ', url: action.url };
  expectAll('mail', mail?.text ?? '', seen);
  expectAll('mail as HTML', mail?.html ?? '', seen);
});
