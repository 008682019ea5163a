import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailsTo, type SignedInPerson, signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let owner: SignedInPerson;
let account: Record<string, string>;
beforeAll(async () => {
  system = await startSystem();
  owner = await signIn(system, 'owner@example.com');
  account = { 'x-errand-account': (await owner.call('/me')).body.account_id };
});
afterAll(() => system.stop());

const order = async () => {
  const body = orderFor(`${system.url}/shop/products/test-success`);
  return (await owner.call('/orders', { method: 'POST', body })).body.id as string;
};

/** Requests that wait for the next event, and for this order to change. Something happens once both wait. */
async function waitFor(headers: Record<string, string>, id: string) {
  const answers = ['/events?after=latest&wait_seconds=20', `/orders/${id}?wait_seconds=20`].map((path) =>
    system.call(path, { headers }),
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  return async () => {
    await system.queue.drain();
    return (await Promise.all(answers)).map(({ status, text }) => [status, text.includes(id)]);
  };
}

it('a caller who may stay learns what happened', async () => {
  const { api_key: key } = (await owner.call('/keys', { method: 'POST', body: { label: 'App', world: 'test' } })).body;
  const happen = await waitFor({ authorization: `Bearer ${key}` }, await order());
  expect(await happen()).toEqual([
    [200, true],
    [200, true],
  ]);
});

it('a key that is revoked while it waits learns nothing more', async () => {
  const { id, api_key: key } = (await owner.call('/keys', { method: 'POST', body: { label: 'App', world: 'test' } }))
    .body;
  const happen = await waitFor({ authorization: `Bearer ${key}` }, await order());
  expect((await owner.call(`/keys/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await happen()).toEqual([
    [401, false],
    [401, false],
  ]);
});

it('a person who is removed while they wait learns nothing more', async () => {
  const email = 'leaver@example.com';
  const leaver = await signIn(system, email);
  await owner.call('/team/invitations', { method: 'POST', body: { email, role: 'viewer' } });
  const [invitation] = (await mailsTo(system, email)).flatMap(({ text }) => /\/invite\/(\w+)/.exec(text)?.[1] ?? []);
  await leaver.call(`/invitations/${invitation}`, { method: 'POST', body: { accepted: true } });
  const happen = await waitFor({ ...leaver.headers('test'), ...account }, await order());
  const { person_id: id } = (await leaver.call('/me')).body;
  expect((await owner.call(`/team/people/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await happen()).toEqual([
    [401, false],
    [401, false],
  ]);
});
