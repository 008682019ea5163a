import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../src/connectors/browser/chromium.ts';
import type { RetailerAccount } from '../../src/connectors/contract.ts';
import { pagesRecipe, startPagesSessions } from '../harness/pages-shop/connector.ts';
import { requestFor, storeAccount } from '../harness/stores/request.ts';

const call = () => ({ signal: AbortSignal.timeout(280_000) });

describe.skipIf(findChromium() === null)('logins with a second factor', { timeout: 600_000 }, () => {
  let visits: Awaited<ReturnType<typeof startPagesSessions>> | undefined;
  beforeAll(async () => {
    visits = await startPagesSessions(2);
  });
  afterAll(() => visits?.stop());

  /** As a forwarding address is read: what came after the log-in began and holds a code, the newest first. */
  function mailedTo(email: string): RetailerAccount['mailedCode'] {
    return async (since, waitMs) => {
      const endsAt = Date.now() + waitMs;
      while (Date.now() < endsAt) {
        const fresh = visits!.shop.mails.filter(({ to, at }) => to === email && at >= since).toReversed();
        const code = fresh
          .map(({ subject }) => /code is (\d+)/.exec(subject)?.[1])
          .find((found) => found !== undefined);
        if (code !== undefined) return code;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return null;
    };
  }
  const patient = { patience_seconds: 60 };
  const lamp = [{ productId: 'lamp' }];

  it('takes TOTP, each code once, and is not asked again on a trusted device', async () => {
    const { shop, connect } = visits!;
    let step = 100_000;
    const code = () => String(step);
    const account = storeAccount('totp@example.com', 'Long-enough-1', async () => code());
    shop.register(account.email, await account.password(), { second: { kind: 'totp', code } });
    const connector = connect(patient);
    expect(await connector.login!('real', account, call())).toEqual({ kind: 'ok' });
    shop.forgetSessions();
    const before = shop.seen.logIns;
    const prepared = await connector.prepare!(requestFor(lamp, { account }), call());
    expect(prepared).toMatchObject({ kind: 'ready' });
    expect(shop.seen.logIns).toBe(before + 1);
    // On another device the same step has no code that still works; the next one has.
    const elsewhere = () => storeAccount(account.email, 'Long-enough-1', async () => code());
    expect(await connector.login!('real', elsewhere(), call())).toMatchObject({ reason: 'login_failed' });
    step += 1;
    expect(await connector.login!('real', elsewhere(), call())).toEqual({ kind: 'ok' });
  });

  it('takes the code from the second of two emails, and asks for another one when it is lost', async () => {
    const { shop, connect } = visits!;
    const account = { ...storeAccount('mail@example.com', 'Long-enough-1'), mailedCode: mailedTo('mail@example.com') };
    const second = { kind: 'mail' as const, code: () => '271828', lost: 1 };
    shop.register(account.email, await account.password(), { second });
    expect(await connect(patient).login!('real', account, call())).toEqual({ kind: 'ok' });
    expect(shop.mails.map(({ subject }) => subject)).toEqual(['New connection to your account', 'Your code is 271828']);
  });

  it('says so when the store sends no more codes', async () => {
    const { shop, connect } = visits!;
    const account = { ...storeAccount('many@example.com', 'Long-enough-1'), mailedCode: mailedTo('many@example.com') };
    const second = { kind: 'mail' as const, code: () => '161803', lost: 100 };
    shop.register(account.email, await account.password(), { second });
    const recipe = connect(patient);
    const answers = [];
    for (let attempt = 0; attempt < 3; attempt += 1) answers.push(await recipe.login!('real', account, call()));
    expect(answers.at(-1)).toMatchObject({ kind: 'blocked', reason: 'account_verification_required' });
    expect(JSON.stringify(answers.at(-1))).toContain('Too many codes');
  });

  it('asks a person if there is neither, and continues on the same page', async () => {
    const { shop, connect } = visits!;
    const account = storeAccount('person@example.com', 'Long-enough-1');
    shop.register(account.email, await account.password(), { second: { kind: 'totp', code: () => '141421' } });
    const connector = connect({ ...withPersonOnly(), ...patient });
    const request = requestFor(lamp, { account });
    const asked = await connector.prepare!(request, call());
    if (asked.kind !== 'needs') return expect.unreachable(JSON.stringify(asked));
    expect(asked.question).toMatchObject({ kind: 'enter_code', isSecret: true });
    const logIns = shop.seen.logIns;
    const answers = [
      { kind: 'enter_code' as const, answer: { code: '141421' }, resume: asked.question.resume ?? null },
    ];
    expect(await connector.prepare!({ ...request, answers }, call())).toMatchObject({ kind: 'ready' });
    expect(shop.seen.logIns).toBe(logIns);
  });
});

/** The same log-in, where only a person has the code. */
function withPersonOnly() {
  const text = JSON.stringify(pagesRecipe()).replace('["totp","mail","person"]', '["person"]');
  return JSON.parse(text) as ReturnType<typeof pagesRecipe>;
}
