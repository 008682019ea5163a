import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../src/kit/ids.ts';
import { operatorEmail, operatorEnv } from '../harness/operator.ts';
import { mailsTo, type SignedInPerson, signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// The first sign-in loads what signing in takes, which may be slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let system: TestSystem;
let second: TestSystem;
let jane: SignedInPerson;
let bob: SignedInPerson;
beforeAll(async () => {
  system = await startSystem({ withLive: true, env: operatorEnv });
  second = await startSystem({ databaseUrl: system.databaseUrl, withLive: true, env: operatorEnv });
  jane = await signIn(system, 'jane@example.com');
  bob = await signIn(system, 'bob@example.com');
});
afterAll(async () => {
  await second.stop();
  await system.stop();
});

interface Notice {
  id?: string;
  event?: string;
  data?: { type: string; order_id: string; subject: { type: string; id: string }; subjects?: string[] };
}

/** What a page reads, with everything that arrived so far. Unlike fetch, it opens no other connection when it stops. */
async function openStream(at: TestSystem, headers: Record<string, string>) {
  const request = get(`${at.url}/events/stream`, { headers, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const state = { isOver: false, text: '' };
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    state.text += chunk;
  });
  for (const end of ['end', 'error', 'close']) {
    answer.on(end, () => {
      state.isOver = true;
    });
  }
  const all = (): Notice[] =>
    state.text
      .split('\n\n')
      .slice(0, -1)
      .map((part) => part.split('\n').filter((line) => !line.startsWith(':')))
      .map((lines) => Object.fromEntries(lines.map((line) => line.split(/: (.*)/s))))
      .filter(({ event }) => event !== undefined)
      .map((fields) => ({ ...fields, data: JSON.parse(fields.data) }));
  await vi.waitFor(() => expect(state.text).not.toBe(''), 5000);
  return { status: answer.statusCode, headers: answer.headers, state, all, stop: () => request.destroy() };
}

const order = async (person: SignedInPerson, world: 'test' | 'live' = 'test'): Promise<string> => {
  const body = orderFor(`${system.url}/shop/products/test-success`);
  return (await person.call('/orders', { method: 'POST', world, body })).body.id;
};
const typesOf = (notices: Notice[], id: string) =>
  notices.filter(({ data }) => data?.order_id === id).map(({ data }) => data?.type);

describe('GET /events/stream', () => {
  it('is for signed-in people only', async () => {
    const { key } = await system.account('test');
    for (const headers of [{}, { authorization: `Bearer ${key}` }, { cookie: jane.cookie }]) {
      expect((await openStream(system, headers as Record<string, string>)).status).toBe(401);
    }
  });

  it("tells of the account's own events within a second, from any process, and of nobody else's", async () => {
    const mine = await openStream(second, jane.headers('test'));
    const others = await Promise.all([
      openStream(second, bob.headers('test')),
      openStream(system, jane.headers('live')),
    ]);
    expect(mine.headers['content-type']).toContain('text/event-stream');
    expect(mine.headers['cache-control']).toBe('no-store');
    const id = await order(jane);
    await system.queue.drain();
    const told = performance.now();
    await vi.waitFor(() => expect(typesOf(mine.all(), id)).toContain('order.placed'), { timeout: 5000, interval: 20 });
    expect(performance.now() - told).toBeLessThan(1000);
    const [first] = mine.all();
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      event: 'notice',
      data: { type: 'order.created', order_id: id, subject: { type: 'order', id } },
    });
    const bobs = await order(bob);
    await system.queue.drain();
    await vi.waitFor(() => expect(typesOf(others[0]!.all(), bobs)).toContain('order.placed'), 5000);
    expect(typesOf(others[0]!.all(), id)).toEqual([]);
    expect(others[1]!.all()).toEqual([]);
    expect(typesOf(mine.all(), bobs)).toEqual([]);
    for (const stream of [mine, ...others]) stream.stop();
  });

  it('tells operators what kinds of objects change in any account, and nobody else', async () => {
    const operator = await signIn(system, operatorEmail);
    await order(jane);
    await system.queue.drain();
    const watching = await openStream(second, operator.headers('test'));
    const others = [await openStream(second, bob.headers('test')), await openStream(second, jane.headers('live'))];
    const changes = () => watching.all().filter(({ event }) => event === 'operator');
    // The first one covers what happened before.
    await vi.waitFor(() => expect(changes()).toHaveLength(1), 5000);
    const id = await order(jane);
    await system.queue.drain();
    const told = performance.now();
    await vi.waitFor(() => expect(changes().length).toBeGreaterThan(1), { timeout: 5000, interval: 20 });
    expect(performance.now() - told).toBeLessThan(1000);
    // Kinds, and nothing that names an object or an account.
    expect(changes()[1]).toEqual({ event: 'operator', data: { subjects: ['order'] } });
    await jane.call(`/orders/${id}/case`, { method: 'POST', body: { message: 'Where is it?', reason: 'other' } });
    await system.queue.drain();
    await vi.waitFor(() => expect(changes().flatMap(({ data }) => data?.subjects ?? [])).toContain('case'), 5000);
    expect(watching.state.text).not.toContain(id);
    // What another operator does.
    const colleague = await signIn(system, 'second@example.com');
    const acts = () => changes().filter(({ data }) => data?.subjects?.includes('operator')).length;
    const actsBefore = acts();
    const switched = { world: 'test', enabled: false, reason: 'Their checkout is down.' };
    await colleague.call('/operator/retailers/walmart', { method: 'PUT', body: switched });
    await vi.waitFor(() => expect(acts()).toBe(actsBefore + 1), { timeout: 1000, interval: 20 });
    expect(watching.state.text).not.toMatch(/walmart|second@/);
    // The operator's own events arrive as for everyone.
    const mine = await order(operator);
    await system.queue.drain();
    await vi.waitFor(() => expect(typesOf(watching.all(), mine)).toContain('order.placed'), 5000);
    for (const other of others) expect(other.all().filter(({ event }) => event === 'operator')).toEqual([]);
    await operator.call('/me/sign-out-everywhere', { method: 'POST' });
    await vi.waitFor(() => expect(watching.state.isOver).toBe(true), 10_000);
    expect(watching.all().at(-1)).toMatchObject({ event: 'signed_out' });
    for (const other of others) other.stop();
  });

  it('continues after the last event seen, and says if that event is unknown', async () => {
    const { events } = (await jane.call('/events')).body;
    const from = { ...jane.headers('test'), 'last-event-id': events[0].id };
    const stream = await openStream(system, from);
    await vi.waitFor(() => expect(stream.all()).toHaveLength(events.length - 1), 5000);
    expect(stream.all().map(({ id }) => id)).toEqual(events.slice(1).map(({ id }: { id: string }) => id));
    stream.stop();
    const bobs = (await bob.call('/events')).body.events[0].id;
    for (const unknown of [newId(), bobs, 'nonsense']) {
      const lost = await openStream(system, { ...jane.headers('test'), 'last-event-id': unknown });
      expect(lost.all()[0]).toMatchObject({ event: 'reset' });
      lost.stop();
    }
  });

  it('ends when the person signs out or is removed from the account', async () => {
    const carol = await signIn(system, 'carol@example.com');
    const account = (await jane.call('/me')).body.account_id;
    await jane.call('/team/invitations', { method: 'POST', body: { email: carol.email, role: 'viewer' } });
    const { invitations } = (await jane.call('/team')).body;
    expect(invitations).toHaveLength(1);
    const mails = await mailsTo(system, carol.email);
    const token = /\/invite\/(\w+)/.exec(mails.map(({ text }) => text).join(' '))![1];
    await carol.call(`/invitations/${token}`, { method: 'POST', body: { accepted: true } });
    const asMember = { ...carol.headers('test'), 'x-errand-account': account };
    const shared = await openStream(system, asMember);
    const own = await openStream(second, carol.headers('test'));
    expect([shared.status, own.status]).toEqual([200, 200]);
    const { people } = (await jane.call('/team')).body;
    const member = people.find(({ email }: { email: string }) => email === carol.email);
    await jane.call(`/team/people/${member.id ?? member.person_id}`, { method: 'DELETE' });
    const id = await order(jane);
    await system.queue.drain();
    await vi.waitFor(() => expect(shared.state.isOver).toBe(true), 10_000);
    expect(shared.all().at(-1)).toMatchObject({ event: 'signed_out' });
    expect(typesOf(shared.all(), id)).toEqual([]);
    await carol.call('/me/sign-out-everywhere', { method: 'POST' });
    await vi.waitFor(() => expect(own.state.isOver).toBe(true), 10_000);
    expect(own.all().at(-1)).toMatchObject({ event: 'signed_out' });
    expect((await openStream(system, carol.headers('test'))).status).toBe(401);
  });

  it('is limited to eight for each person and process', async () => {
    const dave = await signIn(system, 'dave@example.com');
    const streams: Awaited<ReturnType<typeof openStream>>[] = [];
    for (let count = 0; count < 8; count += 1) streams.push(await openStream(system, dave.headers('test')));
    const refused = await openStream(system, dave.headers('test'));
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('30');
    streams.push(await openStream(system, jane.headers('test')));
    expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200));
    streams.shift()?.stop();
    await vi.waitFor(async () => {
      streams.push(await openStream(system, dave.headers('test')));
      expect(streams.at(-1)?.status).toBe(200);
    }, 5000);
    for (const stream of streams) stream.stop();
  });
});
