import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashed, type LegacyClient, legacyClient, managed, selfManaged } from '../harness/legacy.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let client: LegacyClient;
let key: string;
let requestId: string;
beforeAll(async () => {
  system = await startSystem({ withLive: true });
  key = await system.mint();
  client = legacyClient(system, key);
  requestId = (await client.orderAndSettle(managed())).requestId;
});
afterAll(() => system.stop());

const path = () => `/v1/orders/${requestId}/case`;
const countMessages = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from case_messages`.execute(system.database.db);
  return rows[0]!.n;
};

describe('/v1/orders/{request_id}/case', () => {
  it('opens, continues, is answered, closed and reopened', async () => {
    expect((await client.get(path())).body).toEqual({
      state: null,
      messages: [],
      request_id: requestId,
      client_notes: null,
      occurred_at: null,
    });
    const opened = await client.post(path(), { message: 'Where is it?', reason: 'nondelivery.not_delivered' });
    expect(opened.status).toBe(200);
    expect(opened.body).toEqual({
      state: 'open',
      messages: [
        {
          type: 'case.opened.nondelivery.not_delivered',
          message: 'Where is it?',
          timestamp: expect.stringMatching(/Z$/),
        },
      ],
      request_id: requestId,
      client_notes: null,
      occurred_at: opened.body.messages[0].timestamp,
    });
    const more = await client.post(path(), { message: 'Still nothing.', reason: null });
    expect(more.body.messages.at(-1)).toMatchObject({ type: 'case.freetext', message: 'Still nothing.' });
    const reply = { message: 'It is on its way.', close: true };
    await system.post(`/sandbox/orders/${dashed(requestId)}/case/reply`, key, reply);
    const closed = await client.get(path());
    expect(closed.body.state).toBe('closed');
    expect((await client.post(path(), { message: 'No.' })).status).toBe(400);
    const again = await client.post(path(), { message: 'It is not.', reason: 'other' });
    expect(again.body.state).toBe('open');
    expect(again.body.messages.at(-1).type).toBe('case.opened.other');
  });

  it('takes a message once for one idempotency key', async () => {
    const before = await countMessages();
    const first = await client.post(path(), { message: 'Once.' }, { 'idempotency-key': 'case-1' });
    const again = await client.post(path(), { message: 'Once.' }, { 'idempotency-key': 'case-1' });
    expect(again.text).toBe(first.text);
    expect(await countMessages()).toBe(before + 1);
  });

  it.each([
    [{}, 'message'],
    [{ message: '' }, 'message'],
    [{ message: 5 }, 'message'],
    [{ message: 'x', reason: 'other' }, 'reason'],
    [{ message: 'x', reason: 'because' }, 'reason'],
  ])('refuses %j', async (body, field) => {
    const before = await countMessages();
    const answer = await client.post(path(), body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ _type: 'error', code: 'invalid_request' });
    expect(answer.body.data.validator_errors[0].path).toBe(field);
    expect(await countMessages()).toBe(before);
  });

  it('is for managed orders only', async () => {
    const own = await client.orderAndSettle(selfManaged());
    const answer = await client.post(`/v1/orders/${own.requestId}/case`, { message: 'Help', reason: 'other' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('retailer') });
  });

  it('is unknown to others', async () => {
    const strangers = [await system.account('test'), await system.account('live')];
    for (const { key: other } of strangers) {
      const stranger = legacyClient(system, other);
      const answers = [await stranger.get(path()), await stranger.post(path(), { message: 'x', reason: 'other' })];
      for (const answer of answers) {
        expect(answer.status).toBe(404);
        expect(answer.body.code).toBe('invalid_request_id');
      }
    }
  });
});
