import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kit/ids.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { askForLink, openLink, signIn } from '../harness/person.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

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

const rounds = 5;
const at = (system: TestSystem, link: string) => link.replace(one.url, system.url);
const count = async (text: ReturnType<typeof sql<{ n: number }>>) => (await text.execute(one.database.db)).rows[0]!.n;

describe('a link that is opened many times at once', () => {
  it('makes one session', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = `${newId()}@example.com`;
      const link = await askForLink(one, email);
      const opened = await Promise.all([one, two, one, two, one, two].map((system) => openLink(at(system, link))));
      expect(opened.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 303]);
      expect(opened.filter(({ cookie }) => cookie !== '')).toHaveLength(1);
      expect(
        await count(sql`
          select count(*) as n from people_sessions s join people p on p.id = s.person_id where p.email = ${email}`),
      ).toBe(1);
    }
  });
});

describe('first sign-ins with two links at once', () => {
  it('create one account, with test money once', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = `${newId()}@example.com`;
      const links = [await askForLink(one, email), await askForLink(one, email.toUpperCase())];
      const opened = await Promise.all(links.map((link, index) => openLink(at(index === 0 ? one : two, link))));
      expect(opened.filter(({ cookie }) => cookie !== '')).toHaveLength(2);
      for (const { cookie } of opened) {
        const { body } = await one.call('/wallet', { headers: { cookie, 'x-errand-world': 'test' } });
        expect(body.balance_cents).toBe(1_000_000);
      }
      expect(await count(sql`select count(*) as n from accounts where lower(email) = ${email}`)).toBe(1);
      expect(
        await count(sql`
          select count(*) as n from api_keys k join accounts a on a.id = k.account_id where a.email = ${email}`),
      ).toBe(2);
    }
    expect(await ledgerProblems(one.database.db)).toEqual([]);
  });
});

describe('two people who claim one sandbox at once', () => {
  it('one gets it, whole', async () => {
    const people = [await signIn(one, `${newId()}@example.com`), await signIn(two, `${newId()}@example.com`)];
    for (let round = 0; round < rounds; round += 1) {
      const { body: minted } = await one.post('/sandbox/keys', undefined);
      await one.post('/orders', minted.api_key, minted.example_order);
      const body = { token: minted.claim_url.split('/').at(-1) };
      const claims = await Promise.all(
        [...people, ...people].map((person, index) =>
          (index % 2 === 0 ? one : two).call('/sandbox/claim', {
            method: 'POST',
            body,
            headers: person.headers('test'),
          }),
        ),
      );
      expect(claims.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
      expect(claims.find(({ status }) => status === 200)!.body).toMatchObject({ orders_moved: 1, keys_moved: 1 });
    }
    const owned = await Promise.all(people.map(async (person) => (await person.call('/orders')).body.total));
    expect(owned[0] + owned[1]).toBe(rounds);
    expect(await ledgerProblems(one.database.db)).toEqual([]);
  });
});
