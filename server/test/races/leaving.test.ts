import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Role } from '../../src/domains/access/accounts/index.ts';
import { type FakeClock, fakeClock } from '../harness/fake-clock.ts';
import { mailsTo, type SignedInPerson, signIn } from '../harness/person.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

vi.setConfig({ testTimeout: 90_000 });

let clock: FakeClock;
let system: TestSystem;
/** Another process, which learns within a second that somebody left. */
let other: TestSystem;
let owner: SignedInPerson;
let account: { 'x-errand-account': string };
beforeAll(async () => {
  clock = fakeClock();
  system = await startSystem({ clock });
  other = await startSystem({ clock, databaseUrl: system.databaseUrl });
  owner = await signIn(system, 'owner@example.com');
  account = { 'x-errand-account': (await owner.call('/me')).body.account_id };
});
afterAll(async () => {
  await other.stop();
  await system.stop();
});

async function invite(by: SignedInPerson, email: string, role: Role): Promise<string> {
  const { status } = await by.call('/team/invitations', { method: 'POST', headers: account, body: { email, role } });
  expect(status).toBe(201);
  const [mail] = await mailsTo(system, email);
  return /\/invite\/(\w+)/.exec(mail!.text)![1]!;
}

const accept = (person: SignedInPerson, token: string) =>
  person.call(`/invitations/${token}`, { method: 'POST', body: { accepted: true } });

async function secondOwner(email: string) {
  const person = await signIn(system, email);
  expect((await accept(person, await invite(owner, email, 'owner'))).status).toBe(200);
  const { person_id: id } = (await person.call('/me')).body;
  return { person, path: `/team/people/${id}` };
}

/** What a session that the other process still remembers asks for. */
const ask = (person: SignedInPerson, path: string, body: object) =>
  other.call(path, { method: 'POST', body, headers: { ...person.headers('test'), ...account } });

it('an owner who is removed gets no key and sends no invitation while another process still knows them', async () => {
  const { person, path } = await secondOwner('removed@example.com');
  expect((await other.call('/team', { headers: { ...person.headers('test'), ...account } })).status).toBe(200);
  expect((await owner.call(`${path}?revoke_keys=true`, { method: 'DELETE', headers: account })).status).toBe(204);
  const key = await ask(person, '/keys', { label: 'Back door', world: 'test' });
  const invitation = await ask(person, '/team/invitations', { email: 'friend@example.com', role: 'owner' });
  for (const { status, body } of [key, invitation]) {
    expect([status, body.error.code, body.error.message]).toEqual([
      403,
      'forbidden',
      'You are no longer an owner of this account.',
    ]);
  }
  const { body: team } = await owner.call('/team', { headers: account });
  expect(team.invitations).toEqual([]);
  const { body: keys } = await owner.call('/keys', { headers: account });
  expect(keys.keys).toEqual([]);
});

it('an owner whose role is lowered leaves no invitation that makes somebody else an owner', async () => {
  const { person, path } = await secondOwner('lowered@example.com');
  const friend = await signIn(system, 'friend@example.com');
  const token = await invite(person, 'friend@example.com', 'owner');
  const ownFriend = await signIn(system, 'other@example.com');
  const kept = await invite(owner, 'other@example.com', 'viewer');
  const changed = await owner.call(path, { method: 'PATCH', headers: account, body: { role: 'buyer' } });
  expect(changed.status).toBe(200);
  expect((await accept(friend, token)).status).toBe(404);
  expect((await friend.call('/team', { headers: account })).status).toBe(401);
  // Invitations of others stay.
  expect((await accept(ownFriend, kept)).status).toBe(200);
});
