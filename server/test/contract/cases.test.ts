import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { dashed, legacyClient, selfManaged } from '../harness/legacy.ts';
import { signIn } from '../harness/person.ts';
import { placedOrder, returnFor } from '../harness/returns.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const clock = fakeClock();
let system: TestSystem;
let contract: Contract;
let key: string;
beforeAll(async () => {
  system = await startSystem({ clock, withLive: true, env: { OPERATOR_EMAILS: 'boss@example.com' } });
  contract = await readContract(system);
  key = await system.mint();
});
afterAll(() => system.stop());

async function newOrder(owner = key): Promise<string> {
  const { body } = await system.post('/orders', owner, orderFor(`${system.url}/shop/products/test-success`));
  return body.id;
}

const post = (id: string, body: unknown, owner: string | undefined = key, headers?: Record<string, string>) =>
  contract.post(`/orders/${id}/case`, owner, body, headers);
const opening = { message: 'Where is it?', reason: 'nondelivery.not_delivered' };

describe('/orders/{order_id}/case', () => {
  it('takes a hundred messages, and replies up to two hundred', async () => {
    const id = await newOrder();
    expect((await post(id, opening)).status).toBe(200);
    await sql`insert into case_messages (order_id, author, type, message, created_at)
      select order_id, author, type, message, created_at from case_messages, generate_series(1, 98)
      where order_id = ${id}`.execute(system.database.db);
    const both = await Promise.all([post(id, { message: 'Last.' }), post(id, { message: 'Last.' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    const { body } = await contract.get(`/orders/${id}/case`, key);
    expect(body.messages).toHaveLength(100);
    const reply = () => system.post(`/sandbox/orders/${id}/case/reply`, key, { message: 'Sorry.' });
    expect((await reply()).status).toBe(200);
    await sql`insert into case_messages (order_id, author, type, message, created_at)
      select order_id, author, type, message, created_at from case_messages, generate_series(1, 99)
      where order_id = ${id} and message = 'Sorry.'`.execute(system.database.db);
    expect((await reply()).status).toBe(422);
    expect((await contract.get(`/orders/${id}/case`, key)).body.messages).toHaveLength(200);
  });

  it('opens, continues, is answered, closed and reopened', async () => {
    const id = await newOrder();
    const none = await contract.get(`/orders/${id}/case`, key);
    expect(none.status).toBe(404);
    expect(none.body.error.message).toContain('has no case');
    const opened = await post(id, opening);
    expect(opened.status).toBe(200);
    expect(opened.body).toEqual({
      order_id: id,
      state: 'open',
      reason: 'nondelivery.not_delivered',
      created_at: '2026-08-21T10:00:00.000Z',
      updated_at: '2026-08-21T10:00:00.000Z',
      messages: [
        {
          type: 'case.opened.nondelivery.not_delivered',
          author: 'customer',
          body: 'Where is it?',
          created_at: '2026-08-21T10:00:00.000Z',
        },
      ],
      attachments: [],
    });
    clock.advance(60_000);
    await post(id, { message: 'Still nothing.', reason: null });
    await system.post(`/sandbox/orders/${id}/case/reply`, key, { message: 'It has arrived.', close: true });
    const closed = await contract.get(`/orders/${id}/case`, key);
    expect(closed.body).toMatchObject({
      state: 'closed',
      created_at: '2026-08-21T10:00:00.000Z',
      updated_at: '2026-08-21T10:01:00.000Z',
      messages: [
        {},
        { type: 'case.freetext', author: 'customer', body: 'Still nothing.' },
        { type: 'case.closed', author: 'operator', body: 'It has arrived.' },
      ],
      attachments: [],
    });
    expect((await post(id, { message: 'It has not.' })).body.detail).toMatchObject([
      { loc: ['body', 'reason'], type: 'missing' },
    ]);
    const again = await post(id, { message: 'It has not.', reason: 'other' });
    expect(again.body).toMatchObject({ state: 'open', reason: 'other', created_at: '2026-08-21T10:00:00.000Z' });
    expect(again.body.messages).toHaveLength(4);
  });

  it('is shown by the returns service', async () => {
    const { order, itemId } = await placedOrder(system, key);
    await post(order.id, opening);
    await system.post('/returns', key, returnFor(order.id, itemId, { reason: 'damaged' }));
    await system.queue.drain();
    const { body } = await contract.get(`/orders/${order.id}/case`, key);
    expect(body.messages.slice(1).map(({ author }: { author: string }) => author)).toContain('system');
  });

  it('is the same case as that of the legacy API', async () => {
    const id = await newOrder();
    await post(id, opening);
    const { body } = await legacyClient(system, key).get(`/v1/orders/${id.replaceAll('-', '')}/case`);
    expect(body.messages).toMatchObject([{ message: 'Where is it?' }]);
  });

  it('takes a message once for one idempotency key', async () => {
    const id = await newOrder();
    const first = await post(id, opening, key, { 'idempotency-key': 'one' });
    const again = await post(id, opening, key, { 'idempotency-key': 'one' });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await post(id, { ...opening, message: 'Another.' }, key, { 'idempotency-key': 'one' });
    expect([other.status, other.body.error.code]).toEqual([409, 'already_exists']);
    expect((await contract.get(`/orders/${id}/case`, key)).body.messages).toHaveLength(1);
  });

  it.each([
    [{}, ['message'], 'missing'],
    [{ message: '' }, ['message'], 'string_too_short'],
    [{ message: '  ', reason: 'other' }, ['message'], 'value_error'],
    [{ message: 5, reason: 'other' }, ['message'], 'string_type'],
    [{ message: 'x'.repeat(10_001), reason: 'other' }, ['message'], 'string_too_long'],
    [{ message: 'x' }, ['reason'], 'missing'],
    [{ message: 'x', reason: 'other', close: true }, ['close'], 'extra_forbidden'],
  ])('refuses %j', async (body, field, type) => {
    const id = await newOrder();
    const before = await rowCounts(system.database.db);
    const answer = await post(id, body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([{ loc: ['body', ...field], type }]);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('refuses an unknown reason, and a reason while it is open', async () => {
    const id = await newOrder();
    expect((await post(id, { message: 'x', reason: 'because' })).status).toBe(422);
    await post(id, opening);
    const before = await rowCounts(system.database.db);
    expect((await post(id, opening)).body.detail).toMatchObject([{ loc: ['body', 'reason'], type: 'value_error' }]);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('is for orders that the service bought', async () => {
    const { requestId } = await legacyClient(system, key).orderAndSettle(selfManaged());
    const before = await rowCounts(system.database.db);
    const answer = await post(dashed(requestId), opening);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'bad_request']);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('needs a key', async () => {
    const id = await newOrder();
    const before = await rowCounts(system.database.db);
    expect((await contract.get(`/orders/${id}/case`)).status).toBe(401);
    expect((await contract.post(`/orders/${id}/case`, undefined, opening)).status).toBe(401);
    expect((await contract.get('/cases')).status).toBe(401);
    expect((await contract.get('/orders/x/case', key)).status).toBe(422);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });
});

describe('files on a case', () => {
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.from('<script>alert(1)</script>')]);
  const file = { name: 'Größe "1".png', content_type: 'image/png', data: png.toString('base64') };
  const put = (id: string, body: unknown = file, owner = key) =>
    contract.post(`/orders/${id}/case/attachments`, owner, body);

  it('are kept, listed, and served as downloads, never inline', async () => {
    const id = await newOrder();
    expect((await put(id)).status).toBe(404);
    await post(id, opening);
    const added = await put(id);
    expect([added.status, added.body]).toEqual([
      201,
      {
        id: expect.any(String),
        author: 'customer',
        name: file.name,
        content_type: 'image/png',
        bytes: png.length,
        created_at: expect.any(String),
      },
    ]);
    expect((await contract.get(`/orders/${id}/case`, key)).body.attachments).toEqual([added.body]);
    const path = `/orders/${id}/case/attachments/${added.body.id}`;
    const answer = await fetch(system.url + path, { headers: { authorization: `Bearer ${key}` } });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    const stranger = await system.mint();
    expect((await contract.get(path, stranger)).status).toBe(404);
    expect((await put(id, file, stranger)).status).toBe(404);
    expect((await contract.get(path)).status).toBe(401);
    const other = await newOrder();
    await post(other, opening);
    expect((await contract.get(`/orders/${other}/case/attachments/${added.body.id}`, key)).status).toBe(404);
  });

  it('have a type, a size and a number', async () => {
    const id = await newOrder();
    await post(id, opening);
    const before = await rowCounts(system.database.db);
    const large = Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]).toString('base64');
    for (const wrong of [
      { content_type: 'text/html' },
      { content_type: 'application/pdf' },
      { name: '../secret.png' },
      { name: '' },
      { data: '!!!!' },
      { data: large },
    ]) {
      expect((await put(id, { ...file, ...wrong })).status, JSON.stringify(wrong).slice(0, 80)).toBe(422);
    }
    expect(await rowCounts(system.database.db)).toEqual(before);
    const answers = await Promise.all(Array.from({ length: 22 }, () => put(id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect((await contract.get(`/orders/${id}/case`, key)).body.attachments).toHaveLength(20);
  });

  it('can be added by operators, and by nobody else', async () => {
    const id = await newOrder();
    await post(id, opening);
    const path = `/operator/cases/${id}/attachments`;
    const boss = await signIn(system, 'boss@example.com');
    const jane = await signIn(system, 'jane-of-files@example.com');
    const send = (person: typeof boss) =>
      contract.call(path, { method: 'POST', body: file, headers: person.headers('live') });
    expect((await send(jane)).status).toBe(403);
    const added = await send(boss);
    expect([added.status, added.body.author]).toEqual([201, 'operator']);
    const read = (person: typeof boss) => system.call(`${path}/${added.body.id}`, { headers: person.headers('live') });
    expect((await read(boss)).status).toBe(200);
    expect((await read(jane)).status).toBe(403);
    const [seen] = (await contract.get(`/orders/${id}/case`, key)).body.attachments;
    expect(seen.author).toBe('operator');
  });
});

describe('with a session', () => {
  it('a person sees their account’s cases, in the mode they are viewing', async () => {
    const jane = await signIn(system, 'jane@example.com');
    const body = orderFor(`${system.url}/shop/products/test-success`);
    const { body: order } = await jane.call('/orders', { method: 'POST', body });
    const path = `/orders/${order.id}/case`;
    const opened = await jane.call(path, { method: 'POST', body: opening });
    expect(contract.driftOf('POST', path, opened)).toEqual([]);
    expect((await jane.call(path)).body).toEqual(opened.body);
    expect((await jane.call('/cases')).body).toMatchObject({ total: 1, cases: [{ order_id: order.id }] });
    expect((await jane.call('/cases', { world: 'live' })).body).toEqual({ cases: [], total: 0 });
    expect((await jane.call(path, { world: 'live' })).status).toBe(404);
    const joe = await signIn(system, 'joe@example.com');
    const before = await rowCounts(system.database.db);
    expect((await joe.call(path)).status).toBe(404);
    expect((await joe.call(path, { method: 'POST', body: { message: 'Mine now.' } })).status).toBe(404);
    expect((await joe.call('/cases')).body).toEqual({ cases: [], total: 0 });
    expect(await rowCounts(system.database.db)).toEqual(before);
  });
});

describe('GET /cases', () => {
  it('lists those of the caller, the last changed first, by state and by page', async () => {
    const owner = await system.mint();
    const ids: string[] = [];
    for (const message of ['One.', 'Two.', 'Three.']) {
      const id = await newOrder(owner);
      clock.advance(1000);
      await post(id, { message, reason: 'other' }, owner);
      ids.unshift(id);
    }
    clock.advance(1000);
    await system.post(`/sandbox/orders/${ids[2]}/case/reply`, owner, { message: 'Done.', close: true });
    const idsOf = async (query: string) => {
      const { body } = await contract.get(`/cases${query}`, owner);
      return [body.total, body.cases.map((one: { order_id: string }) => one.order_id)];
    };
    expect(await idsOf('')).toEqual([3, [ids[2], ids[0], ids[1]]]);
    expect(await idsOf('?state=open')).toEqual([2, [ids[0], ids[1]]]);
    expect(await idsOf('?state=closed')).toEqual([1, [ids[2]]]);
    expect(await idsOf('?limit=1&offset=1')).toEqual([3, [ids[0]]]);
    expect(await idsOf(`?after=${ids[2]}`)).toEqual([3, [ids[0], ids[1]]]);
    expect(await idsOf(`?limit=1&after=${ids[0]}`)).toEqual([3, [ids[1]]]);
    const { body } = await contract.get('/cases?state=closed', owner);
    expect(body.cases[0]).toMatchObject({
      reason: 'other',
      last_message: { type: 'case.closed', author: 'operator', body: 'Done.' },
    });
    expect(body.cases[0].messages).toBeUndefined();
    expect((await contract.get('/cases?state=lost', owner)).status).toBe(422);
    expect((await contract.get('/cases?limit=0', owner)).status).toBe(422);
  });

  it('shows nothing of another account or of the other mode', async () => {
    const id = await newOrder();
    await post(id, opening);
    const live = await system.account('live');
    const liveOrder = await system.post('/orders', live.key, orderFor('https://www.walmart.com/ip/100000001'));
    await post(liveOrder.body.id, opening, live.key);
    for (const other of [await system.mint(), (await system.account('live')).key]) {
      expect((await contract.get('/cases', other)).body).toEqual({ cases: [], total: 0 });
      for (const foreign of [id, liveOrder.body.id]) {
        const before = await rowCounts(system.database.db);
        const unknown = await post('6d1f2f0e-5a0b-4c43-9d5c-0d7c0f8f9a10', opening, other);
        expect([unknown.status, (await post(foreign, opening, other)).text]).toEqual([404, unknown.text]);
        expect((await contract.get(`/orders/${foreign}/case`, other)).text).toBe(unknown.text);
        expect(await rowCounts(system.database.db)).toEqual(before);
      }
    }
    expect((await contract.get('/cases', live.key)).body.total).toBe(1);
  });
});
