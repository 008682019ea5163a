import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isAtLeast, leastRoleFor, type Role, roles } from '../../src/domains/access/accounts/index.ts';
import { newId } from '../../src/kit/ids.ts';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { type FakeClock, fakeClock } from '../harness/fake-clock.ts';
import { inlined } from '../harness/hostile.ts';
import { mailsTo, type SignedInPerson, signIn } from '../harness/person.ts';
import { type CallOptions, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// The first sign-in loads what signing in takes, which may be slow on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let system: TestSystem;
let contract: Contract;
let clock: FakeClock;
let owner: SignedInPerson;
let accountId: string;
beforeAll(async () => {
  clock = fakeClock();
  system = await startSystem({ clock, withLive: true });
  contract = await readContract(system);
  owner = await signIn(system, 'owner@example.com');
  accountId = (await owner.call('/me')).body.account_id;
});
afterAll(() => system.stop());

type Options = CallOptions & { world?: 'test' | 'live'; account?: string };

const call = (person: SignedInPerson, path: string, { world = 'test', account, ...options }: Options = {}) =>
  contract.call(path, {
    ...options,
    headers: { ...person.headers(world), ...(account ? { 'x-errand-account': account } : {}), ...options.headers },
  });

/** For the owner's account, as a page that shows it. */
const onTeam = (person: SignedInPerson, path: string, options: Options = {}) =>
  call(person, path, { account: accountId, ...options });

async function invite(email: string, role: Role, by = owner): Promise<string> {
  const made = await onTeam(by, '/team/invitations', { method: 'POST', body: { email, role } });
  expect(made.status, made.text).toBe(201);
  const mails = await mailsTo(system, email.toLowerCase());
  const mail = mails.find(({ id }) => id === `invitation-${made.body.id}`);
  return /\/invite\/(\w+)/.exec(mail!.text)![1]!;
}

const accept = (person: SignedInPerson, token: string, accepted = true) =>
  call(person, `/invitations/${token}`, { method: 'POST', body: { accepted } });

let made = 0;
async function member(role: Role, email = `person${++made}@example.com`) {
  const person = await signIn(system, email);
  const token = await invite(email, role);
  expect((await accept(person, token)).status).toBe(200);
  const { person_id: id } = (await person.call('/me')).body;
  return { person, id: id as string, token, email };
}

const orderBody = () => orderFor(`${system.url}/shop/products/test-success`);

describe('an invitation', () => {
  it('lets the invited person in once, with its role', async () => {
    const bob = await signIn(system, 'Bob@example.com');
    const token = await invite('Bob@Example.com', 'buyer');
    expect((await call(bob, `/invitations/${token}`)).body).toMatchObject({
      account_id: accountId,
      account: 'owner@example.com',
      role: 'buyer',
      invited_by: 'owner@example.com',
    });
    expect((await onTeam(bob, '/orders')).status).toBe(401);
    expect((await accept(bob, token)).body).toMatchObject({ account_id: accountId, role: 'buyer' });
    const me = (await call(bob, '/me')).body;
    expect(me).toMatchObject({ account_id: accountId, role: 'buyer', email: 'bob@example.com' });
    expect(me.accounts.map((each: { role: string }) => each.role)).toEqual(['owner', 'buyer']);
    // Used up, for both sides.
    expect((await accept(bob, token)).status).toBe(404);
    expect((await call(bob, `/invitations/${token}`)).status).toBe(404);
    const { body: team } = await onTeam(owner, '/team');
    expect(team.invitations).toEqual([]);
    expect(team.people.map((each: { email: string }) => each.email).sort()).toEqual([
      'bob@example.com',
      'owner@example.com',
    ]);
    const again = { method: 'POST', body: { email: 'bob@example.com', role: 'viewer' } };
    expect((await onTeam(owner, '/team/invitations', again)).status).toBe(409);
  });

  it('is valid for its own URL only', async () => {
    const token = await invite('wanted@example.com', 'owner');
    const thief = await signIn(system, 'thief@example.com');
    const before = await rowCounts(system.database.db);
    expect((await call(thief, `/invitations/${token}`)).status).toBe(404);
    expect((await accept(thief, token)).status).toBe(404);
    expect(await rowCounts(system.database.db)).toEqual(before);
    expect((await onTeam(thief, '/team')).status).toBe(401);
    const wanted = await signIn(system, 'wanted@example.com');
    expect((await accept(wanted, token)).status).toBe(200);
    await onTeam(owner, `/team/people/${(await wanted.call('/me')).body.person_id}`, { method: 'DELETE' });
  });

  it('ends after seven days, or when it is revoked, replaced or declined', async () => {
    const late = await signIn(system, 'late@example.com');
    const first = await invite('late@example.com', 'viewer');
    const second = await invite('late@example.com', 'viewer');
    expect((await call(late, `/invitations/${first}`)).status).toBe(404);
    expect((await call(late, `/invitations/${second}`)).status).toBe(200);
    const { body: team } = await onTeam(owner, '/team');
    expect(team.invitations).toHaveLength(1);
    const path = `/team/invitations/${team.invitations[0].id}`;
    expect((await onTeam(owner, path, { method: 'DELETE' })).status).toBe(204);
    expect((await onTeam(owner, path, { method: 'DELETE' })).status).toBe(404);
    expect((await accept(late, second)).status).toBe(404);
    const third = await invite('late@example.com', 'viewer');
    expect((await accept(late, third, false)).status).toBe(200);
    expect((await accept(late, third)).status).toBe(404);
    const fourth = await invite('late@example.com', 'viewer');
    clock.advance(7 * 86_400_000);
    expect((await accept(late, fourth)).status).toBe(404);
    expect((await onTeam(late, '/team')).status).toBe(401);
    expect((await onTeam(owner, '/team')).body.invitations).toEqual([]);
  });

  it('is accepted by one of two clicks, and not after the account removed the person', async () => {
    const { id, token, person, email } = await member('viewer');
    expect((await onTeam(owner, `/team/people/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await person.call('/me')).status).toBe(401);
    const back = await signIn(system, email);
    expect((await accept(back, token)).status).toBe(404);
    const fresh = await invite(email, 'viewer');
    const clicks = await Promise.all([accept(back, fresh), accept(back, fresh)]);
    expect(clicks.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

describe('roles', () => {
  const isOpen = (route: string): boolean => {
    const [method = '', path = ''] = route.split(' ');
    const { security } = contract.document.paths[path.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()];
    return security?.length === 0 || security?.some((each: object) => Object.keys(each).length === 0);
  };

  /** Every route that a session opens, as the document describes it, called with nothing that could do harm. */
  async function refusedBy(person: SignedInPerson): Promise<Map<string, boolean>> {
    const refused = new Map<string, boolean>();
    for (const [path, operations] of Object.entries(contract.document.paths as Record<string, object>)) {
      for (const method of Object.keys(operations)) {
        const route = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
        if (['DELETE /me', 'POST /me/sign-out-everywhere', 'POST /team/leave'].includes(route)) continue;
        // What is open to everybody knows no roles; a key of a sandbox is made there.
        if (method !== 'get' && isOpen(route)) continue;
        const answer = await system.call(path.replaceAll(/\{(month)\}/g, '2026-01').replaceAll(/\{\w+\}/g, newId()), {
          method: method.toUpperCase(),
          ...(['get', 'delete'].includes(method) ? {} : { body: {} }),
          headers: { ...person.headers('test'), 'x-errand-account': accountId, accept: 'application/json' },
        });
        refused.set(route, answer.status === 403 && answer.body?.error?.details?.reason === 'role');
      }
    }
    return refused;
  }

  it('are enforced on every route: a lesser role is rejected before anything is written', async () => {
    const sessionless = (route: string) => / \/(v1|agent)\//.test(route);
    const people = { owner, buyer: (await member('buyer')).person, viewer: (await member('viewer')).person };
    for (const role of roles) {
      const before = role === 'viewer' ? await rowCounts(system.database.db) : null;
      const refused = await refusedBy(people[role]);
      for (const [route, isRefused] of refused) {
        const [method = '', path = ''] = route.split(' ');
        const isExpected = !isAtLeast(role, leastRoleFor(method, path)) && !isOpen(route) && !sessionless(route);
        expect([route, role, isRefused]).toEqual([route, role, isExpected]);
      }
      expect(refused.size).toBeGreaterThan(150);
      if (before) expect(await rowCounts(system.database.db)).toEqual(before);
    }
  });

  it('let a viewer look and not buy, a buyer buy and not manage', async () => {
    const { person: viewer } = await member('viewer');
    const { person: buyer } = await member('buyer');
    const refused = await onTeam(viewer, '/orders', { method: 'POST', body: orderBody() });
    expect([refused.status, refused.body.error.details]).toEqual([
      403,
      { reason: 'role', role: 'viewer', required_role: 'buyer' },
    ]);
    const bought = await onTeam(buyer, '/orders', { method: 'POST', body: orderBody() });
    expect(bought.status, bought.text).toBe(201);
    const path = `/orders/${bought.body.id}`;
    expect((await onTeam(viewer, path)).status).toBe(200);
    const before = await rowCounts(system.database.db);
    expect((await onTeam(viewer, `${path}/cancel`, { method: 'POST' })).status).toBe(403);
    const body = { created_before: new Date(clock.now().getTime() + 1) };
    expect((await onTeam(viewer, '/orders/cancel', { method: 'POST', body })).status).toBe(403);
    expect(await rowCounts(system.database.db)).toEqual(before);
    expect((await onTeam(owner, path)).body.status).toBe('pending');
    expect((await onTeam(buyer, '/keys', { method: 'POST', body: { label: 'x', world: 'live' } })).status).toBe(403);
    const invitation = { method: 'POST', body: { email: 'a@example.com', role: 'owner' } };
    expect((await onTeam(buyer, '/team/invitations', invitation)).status).toBe(403);
    const { person_id: self } = (await buyer.call('/me')).body;
    expect((await onTeam(buyer, `/team/people/${self}`, { method: 'PATCH', body: { role: 'owner' } })).status).toBe(
      403,
    );
    expect((await onTeam(buyer, `${path}/cancel`, { method: 'POST' })).status).toBe(204);
  });

  it('show nobody but owners a secret', async () => {
    const secretive = contract.operations.filter(({ document }) => {
      const isForPages = (document.security ?? []).some((each: object) => 'bearer' in each || 'session' in each);
      const shown = Object.entries<object>(document.responses).filter(([status]) => status.startsWith('2'));
      const shapes = shown.map(([, each]) => JSON.stringify(inlined(each, contract.document)));
      return isForPages && shapes.some((shape) => /"(secret|webhook_secret|api_key)":\{/.test(shape));
    });
    const routes = secretive.map(({ method, path }) => ({ method, path: path.replaceAll(/\{(\w+)\}/g, ':$1') }));
    const open = routes.filter(
      ({ method, path }) => !path.startsWith('/operator/') && leastRoleFor(method, path) !== 'owner',
    );
    expect(open).toEqual([]);
    expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining(['GET /webhooks/secret', 'GET /webhooks/endpoint', 'POST /keys']),
    );
    const { person: buyer } = await member('buyer');
    for (const path of ['/webhooks/endpoint', '/webhooks/secret', `/webhooks/endpoints/${newId()}`])
      expect((await onTeam(buyer, path)).status, path).toBe(403);
  });

  it('that change count at once, and the last owner stays', async () => {
    const { person, id } = await member('viewer');
    const change = (who: string, role: Role) =>
      onTeam(owner, `/team/people/${who}`, { method: 'PATCH', body: { role } });
    expect((await change(id, 'buyer')).body).toMatchObject({ id, role: 'buyer', is_you: false });
    expect((await onTeam(person, '/orders/quote', { method: 'POST', body: orderBody() })).status).toBe(200);
    const { person_id: self } = (await owner.call('/me')).body;
    const kept = await change(self, 'viewer');
    expect([kept.status, kept.body.error.code]).toEqual([409, 'last_owner']);
    expect((await onTeam(owner, '/team/leave', { method: 'POST' })).status).toBe(409);
    expect((await onTeam(owner, `/team/people/${self}`, { method: 'DELETE' })).status).toBe(409);
    expect((await onTeam(owner, '/team')).body.people).toContainEqual(
      expect.objectContaining({ id: self, role: 'owner' }),
    );
  });

  it('of two owners who remove each other at once leave one', async () => {
    const first = await signIn(system, 'first@example.com');
    const { account_id: shared, person_id: firstId } = (await first.call('/me')).body;
    const second = await signIn(system, 'second@example.com');
    const asked = await call(first, '/team/invitations', {
      method: 'POST',
      body: { email: 'second@example.com', role: 'owner' },
    });
    const mail = (await mailsTo(system, 'second@example.com')).find(({ id }) => id === `invitation-${asked.body.id}`);
    await accept(second, /\/invite\/(\w+)/.exec(mail!.text)![1]!);
    const { person_id: secondId } = (await second.call('/me')).body;
    const answers = await Promise.all([
      call(first, `/team/people/${secondId}`, { method: 'DELETE', account: shared }),
      call(second, `/team/people/${firstId}`, { method: 'DELETE', account: shared }),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const { rows } = await sql<{ role: string }>`
      select role from account_members where account_id = ${shared}`.execute(system.database.db);
    expect(rows).toEqual([{ role: 'owner' }]);
  });
});

describe('a person who leaves', () => {
  it('has no open session left, and sees nothing of the account after signing in again', async () => {
    const { person, id, email } = await member('buyer');
    const otherTab = await signIn(system, email);
    const { body: order } = await onTeam(person, '/orders', { method: 'POST', body: orderBody() });
    expect((await onTeam(owner, `/team/people/${id}`, { method: 'DELETE' })).status).toBe(204);
    for (const tab of [person, otherTab]) {
      expect((await onTeam(tab, `/orders/${order.id}`)).status).toBe(401);
      expect((await call(tab, '/me')).status).toBe(401);
      expect((await onTeam(tab, `/orders/${order.id}/cancel`, { method: 'POST' })).status).toBe(401);
    }
    const back = await signIn(system, email);
    const unknown = await call(back, `/orders/${newId()}`);
    const former = await call(back, `/orders/${order.id}`);
    expect([former.status, former.text]).toEqual([unknown.status, unknown.text]);
    expect((await onTeam(back, `/orders/${order.id}`)).status).toBe(401);
    expect((await call(back, '/me/account', { method: 'POST', body: { account_id: accountId } })).status).toBe(404);
  });

  it('who created the account leaves it to the others, and starts over', async () => {
    const founder = await signIn(system, 'founder@example.com');
    const { account_id: founded } = (await founder.call('/me')).body;
    const heir = await signIn(system, 'heir@example.com');
    const asked = await call(founder, '/team/invitations', {
      method: 'POST',
      body: { email: 'heir@example.com', role: 'owner' },
    });
    const mail = (await mailsTo(system, 'heir@example.com')).find(({ id }) => id === `invitation-${asked.body.id}`);
    await accept(heir, /\/invite\/(\w+)/.exec(mail!.text)![1]!);
    expect((await founder.call('/me', { method: 'DELETE' })).text).toMatch(/other members/);
    expect((await founder.call('/team/leave', { method: 'POST' })).status).toBe(204);
    const anew = await signIn(system, 'founder@example.com');
    const me = (await anew.call('/me')).body;
    expect(me.account_id).not.toBe(founded);
    expect(me.accounts).toHaveLength(1);
    const kept = (await heir.call('/me')).body.accounts;
    expect(kept).toContainEqual({ account_id: founded, account: 'heir@example.com', role: 'owner' });
    // The remaining members delete the account. The person keeps their other account.
    expect((await call(heir, '/me', { method: 'DELETE', account: founded })).status).toBe(204);
    expect((await call(await signIn(system, 'heir@example.com'), '/me')).body.accounts).toHaveLength(1);
    expect((await anew.call('/orders')).status).toBe(200);
  });
});

describe('several accounts', () => {
  it('are kept separate, and the page says which one it shows', async () => {
    const { person } = await member('buyer');
    const own = (await person.call('/me')).body.accounts[0].account_id as string;
    expect(own).not.toBe(accountId);
    const { body: order } = await onTeam(person, '/orders', { method: 'POST', body: orderBody() });
    expect((await call(person, `/orders/${order.id}`, { account: own })).status).toBe(404);
    expect((await call(person, '/me/account', { method: 'POST', body: { account_id: own } })).status).toBe(204);
    expect((await person.call('/me')).body.account_id).toBe(own);
    // A page that was open before still acts for what it shows.
    expect((await onTeam(person, `/orders/${order.id}`)).status).toBe(200);
    expect((await call(person, '/me', { account: newId() })).status).toBe(401);
    expect((await call(person, '/me/account', { method: 'POST', body: { account_id: newId() } })).status).toBe(404);
  });

  it('keep teams separate', async () => {
    const { id } = await member('viewer');
    const stranger = await signIn(system, 'stranger@example.com');
    for (const [method, body] of [
      ['PATCH', { role: 'owner' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await call(stranger, `/team/people/${id}`, { method, ...(body ? { body } : {}) });
      expect(answer.status).toBe(404);
    }
    await invite('somebody@example.com', 'viewer');
    const { invitations } = (await onTeam(owner, '/team')).body;
    expect((await call(stranger, `/team/invitations/${invitations[0].id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await onTeam(owner, '/team')).body.invitations).toHaveLength(1);
  });
});

describe('who did what', () => {
  it('is told with names, for everyone on the account', async () => {
    const { person, id } = await member('buyer', 'named@example.com');
    expect((await call(person, '/me', { method: 'PATCH', body: { name: 'Nadia' } })).status).toBe(204);
    const { body: order } = await onTeam(person, '/orders', { method: 'POST', body: orderBody() });
    await onTeam(owner, `/orders/${order.id}/cancel`, { method: 'POST' });
    const lines = (await onTeam(owner, `/activity?subject_id=${order.id}`)).body.activity;
    expect(lines).toMatchObject([
      { action: 'cancelOrder', email: 'owner@example.com', outcome: 'done', world: 'test' },
      { action: 'createOrder', person: 'Nadia', person_id: id, subject_id: order.id, outcome: 'done' },
    ]);
    const { body: key } = await onTeam(owner, '/keys', { method: 'POST', body: { label: 'Till', world: 'live' } });
    const [made] = (await onTeam(person, '/activity?action=createKey')).body.activity;
    expect(made).toMatchObject({ subject_id: key.id, details: { label: 'Till', world: 'live' } });
    expect(JSON.stringify(made)).not.toContain(key.api_key);
  });

  it('leaves out what was refused, what was said twice, and what others did elsewhere', async () => {
    const stranger = await signIn(system, 'elsewhere@example.com');
    const headers = { 'idempotency-key': newId() };
    await call(stranger, '/orders', { method: 'POST', body: orderBody(), headers });
    await call(stranger, '/orders', { method: 'POST', body: orderBody(), headers });
    await call(stranger, '/orders', { method: 'POST', body: {} });
    await call(stranger, `/orders/${newId()}/cancel`, { method: 'POST' });
    const { body } = await call(stranger, '/activity');
    expect(body.activity.map((line: { action: string }) => line.action)).toEqual(['createOrder']);
    expect(body.total).toBe(1);
  });
});

describe('approvals', () => {
  it('are for owners, or for those whom the policy names', async () => {
    const { person: buyer, email } = await member('buyer');
    const { person: viewer } = await member('viewer');
    const put = (body: object) => onTeam(owner, '/account/policy', { method: 'PUT', body });
    const waiting = async () => {
      const { body } = await onTeam(buyer, '/orders', { method: 'POST', body: orderBody() });
      return `/orders/${body.id}/actions/${body.next_action.id}`;
    };
    const body = { answer: { approved: true } };
    expect((await put({ default: 'approve', approvers: [viewer.email] })).status).toBe(422);
    await put({ default: 'approve' });
    const first = await waiting();
    expect((await onTeam(buyer, first, { method: 'POST', body })).status).toBe(403);
    expect((await onTeam(owner, first, { method: 'POST', body })).status).toBe(200);
    await put({ default: 'approve', approvers: [email] });
    const second = await waiting();
    expect((await onTeam(viewer, second, { method: 'POST', body })).status).toBe(403);
    expect((await onTeam(owner, second, { method: 'POST', body })).status).toBe(403);
    expect((await onTeam(buyer, second, { method: 'POST', body })).status).toBe(200);
    const third = await waiting();
    const { person_id: id } = (await buyer.call('/me')).body;
    await onTeam(owner, `/team/people/${id}`, { method: 'DELETE' });
    // No approver named in the policy is left, so a waiting order isn't left to expire.
    expect((await onTeam(owner, third, { method: 'POST', body })).status).toBe(200);
    await put({});
  });
});
