import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyChains } from '../../src/domains/policies/index.ts';
import { newId } from '../../src/kit/ids.ts';
import { isSoundLedger } from '../harness/checks.ts';
import { signIn } from '../harness/person.ts';
import { type Answer, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let one: TestSystem;
let two: TestSystem;
beforeAll(async () => {
  one = await startSystem();
  two = await startSystem({ databaseUrl: one.databaseUrl, env: { PUBLIC_URL: one.url } });
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

const either = (index: number): TestSystem => (index % 2 ? one : two);
const order = () => orderFor(`${one.url}/shop/products/test-success`, { max_price: 1000 });
const accepted = (answers: Answer[]) => answers.filter(({ status }) => status === 201);

async function ownerWithKeys(count: number) {
  const person = await signIn(one, `${newId()}@example.com`);
  const keys: { id: string; api_key: string }[] = [];
  for (let index = 0; index < count; index += 1) {
    const made = await person.call('/keys', { method: 'POST', body: { label: `${index}`, world: 'test' } });
    keys.push(made.body);
  }
  return { person, keys };
}

describe('two hundred orders at once, on two processes, against a window with room for three', () => {
  it.each([
    ['the whole account', { windows: [{ per: 'day', amount_cents: 3999 }] }],
    ['the whole account, by count', { windows: [{ per: 'month', count: 3 }] }],
  ])('%s: exactly three are accepted', async (_name, policy) => {
    const { person, keys } = await ownerWithKeys(4);
    await person.call('/account/policy', { method: 'PUT', body: policy });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => either(index).post('/orders', keys[index % 4]!.api_key, order())),
    );
    expect(accepted(answers)).toHaveLength(3);
    const denied = answers.filter(({ status }) => status === 403);
    expect(denied).toHaveLength(197);
    expect((await person.call('/wallet')).body.held_cents).toBe(3000);
    expect(await isSoundLedger(one.database.db)).toEqual([]);
    expect((await verifyChains(one.database.db)).problems).toEqual([]);
  });

  it('a group of keys shares its window; a key outside it does not', async () => {
    const { person, keys } = await ownerWithKeys(4);
    const [a, b, c, outside] = keys.map(({ id }) => id);
    await person.call('/key-groups/agents', { method: 'PUT', body: { key_ids: [a, b, c] } });
    const policy = { windows: [{ per: 'day', amount_cents: 3000 }] };
    await person.call('/key-groups/agents/policy', { method: 'PUT', body: policy });
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, index) => either(index).post('/orders', keys[index % 4]!.api_key, order())),
    );
    const { rows } = await sql<{ api_key_id: string }>`
      select api_key_id from orders where api_key_id = any (${[a, b, c, outside]}::uuid[])`.execute(one.database.db);
    const free = rows.filter(({ api_key_id: id }) => id === outside);
    expect(free).toHaveLength(20);
    expect(rows.length - free.length).toBe(3);
    expect(accepted(answers)).toHaveLength(23);
  });

  it('an approval that is answered fifty times at once is used once', async () => {
    const { person, keys } = await ownerWithKeys(1);
    await person.call('/account/policy', { method: 'PUT', body: { default: 'approve' } });
    const { body } = await one.post('/orders', keys[0]!.api_key, order());
    const path = `/orders/${body.id}/actions/${body.next_action.id}`;
    const headers = person.headers('test');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        either(index).call(path, { method: 'POST', body: { answer: { approved: true } }, headers }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
  });
});
