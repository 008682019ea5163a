import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/domains/access/accounts/index.ts';
import { dayMs } from '../../src/kit/clock.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { address, startSystem, type TestSystem } from '../harness/system.ts';

const clock = fakeClock();
let system: TestSystem;
beforeAll(async () => {
  system = await startSystem({ clock });
});
afterAll(() => system.stop());

type Json = Record<string, unknown>;

const version = '2026-07-28';
const meta = (capabilities: Json) => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': { name: 'attacker', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});

let attacks = 0;

/** One call of place_order, with whatever the attacker brings. */
async function place(key: string, order: Json, brought: Json = {}) {
  if (Object.keys(brought).length > 0) attacks += 1;
  const params = { name: 'place_order', arguments: order, ...brought, _meta: meta({ elicitation: { form: {} } }) };
  const { body } = await system.post(
    '/mcp',
    key,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': 'tools/call',
      'mcp-name': 'place_order',
    },
  );
  return body as { result?: Json & { requestState: string; structuredContent?: { id: string } }; error?: Json };
}

const accepted = { approval: { action: 'accept', content: { approve: true } } };
const orderOf = (more: Json = {}) => ({
  products: [{ url: `${system.url}/shop/products/test-success`, quantity: 1 }],
  shipping_address: address,
  ...more,
});

/** Asks for an approval and hands over what the client would hold. */
async function askedFor(key: string, order: Json = orderOf()): Promise<string> {
  const { result } = await place(key, order);
  expect(result).toMatchObject({ resultType: 'input_required' });
  return result!.requestState;
}

const ordersOf = async (key: string): Promise<number> => (await system.get('/orders', key)).body.total;
const isBought = ({ result }: Awaited<ReturnType<typeof place>>) => result?.structuredContent?.id !== undefined;

describe('an approval', { timeout: 120_000 }, () => {
  it('buys once, no matter how many concurrent requests there are', async () => {
    const key = await system.mint();
    const requestState = await askedFor(key);
    const tries = Array.from({ length: 120 }, () => place(key, orderOf(), { requestState, inputResponses: accepted }));
    const answers = await Promise.all(tries);
    expect(answers.filter(isBought)).toHaveLength(1);
    for (let again = 0; again < 30; again += 1) {
      expect(isBought(await place(key, orderOf(), { requestState, inputResponses: accepted }))).toBe(false);
    }
    expect(await ordersOf(key)).toBe(1);
  });

  it('is for one order: if anything in it changes, nothing is bought', async () => {
    const key = await system.mint();
    const requestState = await askedFor(key);
    const altered: Json[] = [
      orderOf({ products: [{ url: `${system.url}/shop/products/test-success`, quantity: 2 }] }),
      orderOf({ shipping_address: { ...address, address_line1: '2 Market St' } }),
      orderOf({ max_price: 100_000 }),
      orderOf({ metadata: { reason: 'another' } }),
      orderOf({ is_gift: true }),
    ];
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(
        altered.map((order) => place(key, order, { requestState, inputResponses: accepted })),
      );
      expect(answers.filter(isBought)).toEqual([]);
    }
    expect(await ordersOf(key)).toBe(0);
    // It is still good for what it was given for.
    expect(isBought(await place(key, orderOf(), { requestState, inputResponses: accepted }))).toBe(true);
  });

  it('is of one key, also within an account', async () => {
    const { accountId, key } = await system.account('test');
    const sibling = await createKey({ tx: system.database.db, clock }, { accountId, world: 'test', label: 'sibling' });
    const requestState = await askedFor(key);
    for (const other of [await system.mint(), sibling.key]) {
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => place(other, orderOf(), { requestState, inputResponses: accepted })),
      );
      expect(answers.filter(isBought)).toEqual([]);
      expect(await ordersOf(other)).toBe(0);
    }
    expect(await ordersOf(key)).toBe(0);
  });

  it('must be stored here: a forged or altered one is rejected', async () => {
    const key = await system.mint();
    const requestState = await askedFor(key);
    const [id = '', secret = ''] = requestState.split('.');
    const flip = (text: string, at: number) =>
      `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`;
    const bent = [
      ...Array.from({ length: 32 }, (_, at) => `${id}.${flip(secret, at)}`),
      ...Array.from({ length: 36 }, (_, at) => `${flip(id, at)}.${secret}`),
      ...[
        '',
        '.',
        id,
        secret,
        `${id}.`,
        `${requestState}.${secret}`,
        `${id}.${secret}a`,
        '{"approved":true}',
        `${id}.${id}`,
      ],
    ];
    const answers = await Promise.all(
      bent.map((state) => place(key, orderOf(), { requestState: state, inputResponses: accepted })),
    );
    expect(answers.filter(isBought)).toEqual([]);
    expect(await ordersOf(key)).toBe(0);
  });

  it('accepts a clear yes', async () => {
    const key = await system.mint();
    const unclear: Json[] = [
      {},
      { approval: { action: 'accept' } },
      { approval: { action: 'accept', content: {} } },
      { approval: { action: 'accept', content: { approve: 'true' } } },
      { approval: { action: 'accept', content: { approve: 1 } } },
      { approval: { action: 'accept', content: { approve: false } } },
      { approval: { action: 'decline', content: { approve: true } } },
      { approval: { action: 'cancel', content: { approve: true } } },
      { other: { action: 'accept', content: { approve: true } } },
      { approval: [{ action: 'accept', content: { approve: true } }] },
    ];
    for (const inputResponses of unclear) {
      const requestState = await askedFor(key);
      expect(isBought(await place(key, orderOf(), { requestState, inputResponses }))).toBe(false);
    }
    // Without a state there is no approval, whatever was answered.
    expect(isBought(await place(key, orderOf(), { inputResponses: accepted }))).toBe(false);
    const denied = await askedFor(key);
    await place(key, orderOf(), { requestState: denied, inputResponses: { approval: { action: 'decline' } } });
    expect(isBought(await place(key, orderOf(), { requestState: denied, inputResponses: accepted }))).toBe(false);
    expect(await ordersOf(key)).toBe(0);
  });

  it('expires with its quote', async () => {
    const key = await system.mint();
    const states = await Promise.all(Array.from({ length: 10 }, () => askedFor(key)));
    clock.advance(dayMs);
    const answers = await Promise.all(
      [...states, ...states, ...states, ...states, ...states].map((requestState) =>
        place(key, orderOf(), { requestState, inputResponses: accepted }),
      ),
    );
    expect(answers.filter(isBought)).toEqual([]);
    expect(await ordersOf(key)).toBe(0);
  });

  it('passed all of that five hundred times', () => {
    expect(attacks).toBeGreaterThanOrEqual(500);
  });
});
