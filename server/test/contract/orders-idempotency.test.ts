import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/domains/access/accounts/index.ts';
import { assertDefined } from '../../src/kit/assert-defined.ts';
import { toCents } from '../../src/kit/money.ts';
import { wireSystem } from '../../src/main/wiring.ts';
import { openDatabase } from '../../src/platform/database/index.ts';
import { closeHttp } from '../../src/platform/http/index.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { ledgerProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let product: string;
beforeAll(async () => {
  system = await startSystem({ withLive: true });
  contract = await readContract(system);
  product = `${system.url}/shop/products/test-success`;
});
afterAll(() => system.stop());

const counts = () => rowCounts(system.database.db);
const ordersOf = async (accountKey: string): Promise<number> => (await contract.get('/orders', accountKey)).body.total;

describe('the same order sent again', () => {
  it.each(['header', 'body'])('is answered as the first time, byte for byte (key in the %s)', async (where) => {
    const key = await system.mint();
    const body = orderFor(product, { metadata: { b: 1, a: 2 }, ...(where === 'body' ? { idempotency_key: 'k' } : {}) });
    const headers = where === 'header' ? { 'Idempotency-Key': 'k' } : {};
    const first = await contract.post('/orders', key, body, headers);
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    await system.queue.drain();
    const before = await counts();
    const again = await contract.post('/orders', key, body, headers);
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await counts()).toEqual(before);
  });

  it('is the same body in another order of fields, and with the key in the other place', async () => {
    const key = await system.mint();
    const { products, shipping_address, max_price } = orderFor(product);
    const first = await contract.post('/orders', key, { products, shipping_address, max_price, idempotency_key: 'x' });
    const reversed = { max_price, shipping_address, products };
    const again = await contract.post('/orders', key, reversed, { 'Idempotency-Key': 'x' });
    expect(again.text).toBe(first.text);
  });

  it('is remembered after the wallet ran dry', async () => {
    const { key } = await system.account('test', 5000);
    const first = await contract.post('/orders', key, orderFor(product), { 'Idempotency-Key': 'last-money' });
    const again = await contract.post('/orders', key, orderFor(product), { 'Idempotency-Key': 'last-money' });
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  it('is refused with the ID of what exists when its body differs', async () => {
    const key = await system.mint();
    const headers = { 'Idempotency-Key': 'order-1' };
    const { body: first } = await contract.post('/orders', key, orderFor(product), headers);
    const before = await counts();
    const other = await contract.post('/orders', key, orderFor(product, { max_price: 6000 }), headers);
    expect(other.status).toBe(409);
    expect(other.body.error).toMatchObject({
      code: 'already_exists',
      details: { resource: 'order', identifier: 'order-1', id: first.id },
    });
    expect(await counts()).toEqual(before);
  });

  it('is a different order for another account and in the other mode', async () => {
    const headers = { 'Idempotency-Key': 'shared' };
    const live = await system.account('live');
    const { key: test } = await createKey(
      { tx: system.database.db, clock: system.clock },
      { accountId: live.accountId, world: 'test', label: 'the other world' },
    );
    const ids = new Set<string>();
    for (const key of [await system.mint(), await system.mint(), live.key]) {
      const answer = await contract.post('/orders', key, orderFor(product), headers);
      expect(answer.status, answer.text).toBe(201);
      ids.add(answer.body.id);
    }
    expect(ids.size).toBe(3);
    expect((await contract.post('/orders', test, orderFor(product), headers)).status).toBe(402);
  });

  it('is retried after a rejection', async () => {
    const key = await system.mint();
    const headers = { 'Idempotency-Key': 'again' };
    expect((await contract.post('/orders', key, orderFor(product, { max_price: 9e8 }), headers)).status).toBe(402);
    expect((await contract.post('/orders', key, orderFor(product), headers)).status).toBe(201);
  });

  it.each(['', 'k'.repeat(256), 'ä', 'tab\there'])('is refused with the key %j', async (value) => {
    const key = await system.mint();
    const before = await counts();
    const answer = await contract.post('/orders', key, orderFor(product), { 'Idempotency-Key': value });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['header', 'Idempotency-Key']);
    expect(await counts()).toEqual(before);
  });
});

/** A second process of the same deployment, with connections of its own. */
async function secondProcess() {
  const database = openDatabase({ url: system.databaseUrl, poolMax: 4 });
  const logger = createLogger({ level: 'silent' });
  const app = await (await wireSystem({ config: system.config, database, clock: system.clock, logger })).routes();
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    async stop() {
      await closeHttp(app);
      await database.close();
    },
  };
}

describe('the answer that is kept', () => {
  const keptOf = async (id: string) => {
    const { rows } = await sql<{ answer: string; packed: Buffer | null }>`
      select answer, packed from idempotency_keys where resource_id = ${id}`.execute(system.database.db);
    return assertDefined(rows[0]);
  };

  it('is packed, or plain while an older process may still run; both can be replayed by all', async () => {
    const key = await system.mint();
    const order = orderFor(product, { metadata: { who: 'Grüße ☃' } });
    const packed = await contract.post('/orders', key, order, { 'Idempotency-Key': 'packed' });
    expect((await keptOf(packed.body.id)).packed?.length).toBeLessThan(packed.text.length / 4);
    expect((await keptOf(packed.body.id)).answer).toBe('');
    await sql`update answer_packing set begins_at = now() + interval '1 hour'`.execute(system.database.db);
    const second = await secondProcess();
    try {
      const post = async (name: string) => {
        const headers = {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': name,
        };
        const response = await fetch(`${second.url}/orders`, { method: 'POST', headers, body: JSON.stringify(order) });
        return { status: response.status, text: await response.text() };
      };
      const plain = await post('plain');
      expect(await keptOf(JSON.parse(plain.text).id)).toEqual({ answer: plain.text, packed: null });
      const again = await contract.post('/orders', key, order, { 'Idempotency-Key': 'plain' });
      expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, plain.text, 'true']);
      expect(await post('packed')).toEqual({ status: 201, text: packed.text });
    } finally {
      await sql`update answer_packing set begins_at = now()`.execute(system.database.db);
      await second.stop();
    }
  });
});

describe('one key, many at once', () => {
  async function race(key: string): Promise<void> {
    const headers = { 'Idempotency-Key': 'race' };
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => contract.post('/orders', key, orderFor(product), headers)),
    );
    const done = answers.filter((answer) => answer.status === 201);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map((answer) => answer.text)).size).toBe(1);
    expect(done.filter((answer) => answer.headers.get('idempotent-replayed') === null)).toHaveLength(1);
    for (const answer of answers.filter((each) => each.status !== 201)) {
      expect(answer.status, answer.text).toBe(409);
      expect(answer.body.error.code).toBe('idempotency_in_flight');
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(await ordersOf(key)).toBe(1);
    expect((await contract.get('/wallet', key)).body.held_cents).toBe(5000);
  }

  it('make exactly one order', async () => race(await system.mint()));

  it('make exactly one order through two processes', async () => {
    const second = await secondProcess();
    try {
      for (let round = 0; round < 5; round += 1) {
        const key = await system.mint();
        const answers = await Promise.all(
          Array.from({ length: 20 }, async (_, n) => {
            const response = await fetch(`${n % 2 ? system.url : second.url}/orders`, {
              method: 'POST',
              headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'two' },
              body: JSON.stringify(orderFor(product)),
            });
            return { status: response.status, text: await response.text() };
          }),
        );
        expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
        expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
        expect(await ordersOf(key)).toBe(1);
      }
    } finally {
      await second.stop();
    }
  });

  it('make exactly one order with a key that may spend only so much a day', async () => {
    const { accountId } = await system.account('test');
    const limits = { spendPerDay: toCents(5000), spendPerOrder: null, allowedRetailers: null };
    const needs = { tx: system.database.db, clock: system.clock };
    await race((await createKey(needs, { accountId, world: 'test', label: 'limited', limits })).key);
    const { rows } = await sql<{ cents: number }>`
      select s.cents from key_spend s join api_keys k on k.id = s.api_key_id where k.account_id = ${accountId}`.execute(
      system.database.db,
    );
    expect(rows).toEqual([{ cents: 5000 }]);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });
});

describe('a validation sent again', () => {
  // The longer answer is written in pieces.
  it.each([3, 300])('of %i rows is answered in full', async (count) => {
    const key = await system.mint();
    const body = { rows: Array.from({ length: count }, (_, index) => ({ name: `Jane ${index}` })) };
    const send = () => contract.post('/orders/bulk/validate', key, body, { 'idempotency-key': 'look' });
    const first = await send();
    expect([first.status, first.body.invalid_rows]).toEqual([200, count]);
    expect((await send()).body).toEqual(first.body);
  });
});
