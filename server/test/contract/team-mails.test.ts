import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startNotices } from '../../src/domains/money/wallet/index.ts';
import { newId } from '../../src/kit/ids.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { type FakeClock, fakeClock } from '../harness/fake-clock.ts';
import { startMailServer } from '../harness/mail-server.ts';
import { openLink, type SignedInPerson } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// The first sign-in loads what signing in takes, which may be slow on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

let post: Awaited<ReturnType<typeof startMailServer>>;
let system: TestSystem;
let contract: Contract;
let clock: FakeClock;
let owner: SignedInPerson;
let buyer: SignedInPerson;
let viewer: SignedInPerson;
let accountId: string;

const mailsTo = (email: string, subject: RegExp) =>
  post.mails.filter(({ to, subject: said }) => to[0] === email && subject.test(said));

async function signIn(email: string): Promise<SignedInPerson> {
  await system.post('/auth/sign-in/magic-link', undefined, { email });
  const link = /https?:\S+verify\S+/.exec(mailsTo(email, /Sign in/).at(-1)!.text)![0];
  const { cookie } = await openLink(link);
  const headers = (world: 'test' | 'live') => ({ cookie, 'x-errand-world': world });
  return {
    email,
    cookie,
    headers,
    call: (path, options = {}) =>
      contract.call(path, { ...options, headers: { ...headers(options.world ?? 'test'), ...options.headers } }),
  };
}

async function join(email: string, role: string): Promise<SignedInPerson> {
  const person = await signIn(email);
  await owner.call('/team/invitations', { method: 'POST', body: { email, role } });
  const token = /\/invite\/(\w+)/.exec(mailsTo(email, /invited you/).at(-1)!.text)![1];
  await person.call(`/invitations/${token}`, { method: 'POST', body: { accepted: true } });
  return person;
}

beforeAll(async () => {
  post = await startMailServer();
  clock = fakeClock();
  system = await startSystem({
    clock,
    withLive: true,
    env: { SMTP_URL: post.url, OPERATOR_EMAILS: 'boss@example.com' },
  });
  contract = await readContract(system);
  owner = await signIn('owner@example.com');
  accountId = (await owner.call('/me')).body.account_id;
  buyer = await join('buyer@example.com', 'buyer');
  viewer = await join('viewer@example.com', 'viewer');
  post.mails.length = 0;
});
afterAll(async () => {
  await system.stop();
  await post.stop();
});

const product = (scenario: string) => `${system.url}/shop/products/test-${scenario}`;
const order = (scenario: string) => owner.call('/orders', { method: 'POST', body: orderFor(product(scenario)) });

/** Lets everything happen that is due now. */
async function settle(): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    await system.queue.drain();
    clock.advance(1000);
  }
}

describe('people are emailed', () => {
  it('that an order failed, the first at once, those that follow in one email, and no viewer is', async () => {
    const { body: first } = await order('out-of-stock');
    await settle();
    for (const { email } of [owner, buyer]) {
      const [mail, ...more] = mailsTo(email, /^Your Test store order failed \(sandbox\)$/);
      expect(more).toEqual([]);
      const page = `${system.url}/app/orders/${first.id}?world=test`;
      for (const words of [
        page,
        '1 × test-out-of-stock',
        'Store: Test store',
        'Recipient: Jane Doe',
        'Maximum price: $',
      ]) {
        expect(mail!.text).toContain(words);
      }
      expect(mail!.html).toContain(`<a href="${page}"`);
      expect(mail!.html.match(/display: inline-block/g)).toHaveLength(1);
      expect(mail!.headers['list-unsubscribe']).toMatch(
        /^<http:\S+\/mails\/stop\?token=[0-9a-f-]{36}&kind=failed_orders>$/,
      );
      expect(mail!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    }
    expect(mailsTo(viewer.email, /./)).toEqual([]);
    await order('out-of-stock');
    await order('price-exceeded');
    await settle();
    expect(mailsTo(owner.email, /failed/)).toHaveLength(1);
    clock.advance(15 * 60_000);
    await settle();
    expect(mailsTo(owner.email, /^2 orders failed/)).toHaveLength(1);
    expect(mailsTo(owner.email, /failed/)).toHaveLength(2);
  });

  it('each reply from support, once', async () => {
    const { body: bought } = await order('success');
    await settle();
    const path = `/orders/${bought.id}/case`;
    await owner.call(path, { method: 'POST', body: { message: 'It is late.', reason: 'other' } });
    await settle();
    expect(mailsTo(owner.email, /Support/)).toEqual([]);
    for (const message of ['We look into it.', 'It comes tomorrow.']) {
      await owner.call(`/sandbox${path}/reply`, { method: 'POST', body: { message } });
      await settle();
    }
    const mails = mailsTo(buyer.email, /Support replied/);
    expect(mails.map(({ text }) => /We look into it\.|It comes tomorrow\./.exec(text)?.[0])).toEqual([
      'We look into it.',
      'It comes tomorrow.',
    ]);
    expect(mails[0]!.text).toContain(`/app/cases/${bought.id}`);
  });

  it('that an approval is asked: those who may give it, without a way to stop that by a click', async () => {
    await owner.call('/account/policy', {
      method: 'PUT',
      body: { default: 'approve', approvers: [buyer.email] },
    });
    const { body: waiting } = await order('success');
    await settle();
    expect(mailsTo(owner.email, /Approval needed/)).toEqual([]);
    const [mail] = mailsTo(buyer.email, /Approval needed/);
    const { next_action: action } = (await owner.call(`/orders/${waiting.id}`)).body;
    expect(mail!.text).toContain(`/app/approvals/${action.id}`);
    expect(mail!.headers['list-unsubscribe']).toBeUndefined();
    await owner.call('/account/policy', { method: 'PUT', body: {} });
  });

  it('that a batch is done', async () => {
    const row = {
      product_url: product('success'),
      quantity: '1',
      name: 'Jane Doe',
      address1: '1 Market St',
      city: 'San Francisco',
      state: 'CA',
      zip: '94105',
      max_price: '5000',
    };
    const placed = await owner.call('/orders/bulk', {
      method: 'POST',
      body: { rows: [row], filename: 'autumn.csv', notify_on_complete: true },
    });
    expect(placed.status, placed.text).toBeLessThan(300);
    for (let round = 0; round < 12 && mailsTo(buyer.email, /autumn/).length === 0; round += 1) {
      await settle();
      clock.advance(60_000);
    }
    expect(mailsTo(owner.email, /^autumn\.csv: 1 of 1 row placed/)).toHaveLength(1);
    expect(mailsTo(buyer.email, /^autumn\.csv: 1 of 1 row placed/)).toHaveLength(1);
  });

  it('that the wallet balance: owners, once for each fall, and never about one that was empty from the start', async () => {
    const { db } = system.database;
    const setTo = (cents: number) =>
      sql`update wallets set available_cents = ${cents} where account_id = ${accountId} and world = 'test'`.execute(db);
    const { rows } = await sql<{ available_cents: number }>`
      select available_cents from wallets where account_id = ${accountId} and world = 'test'`.execute(db);
    await startNotices(db, clock.now());
    await settle();
    expect(mailsTo(owner.email, /wallet/)).toEqual([]);
    for (const cents of [4999, 4000, 6000, 100]) {
      await setTo(cents);
      clock.advance(60_000);
      await settle();
    }
    expect(mailsTo(owner.email, /Low wallet/).map(({ subject }) => subject)).toEqual([
      'Low wallet balance: $49.99 (sandbox)',
      'Low wallet balance: $1.00 (sandbox)',
    ]);
    expect(mailsTo(buyer.email, /wallet/)).toEqual([]);
    // Nothing moved lately: such wallets are looked at on the hour.
    const { rows: summed } = await sql<{ summed_id: number }>`select summed_id from ledger_checkpoint`.execute(db);
    await sql`update ledger_checkpoint set summed_id = (select max(id) from ledger_transfers)`.execute(db);
    post.mails.length = 0;
    for (const [cents, minute, mails] of [
      [6000, 30, 0],
      [6000, 0, 0],
      [90, 30, 0],
      [90, 0, 1],
    ] as const) {
      await setTo(cents);
      clock.advance(3_600_000 + minute * 60_000 - (clock.now().getTime() % 3_600_000));
      await settle();
      expect(mailsTo(owner.email, /wallet balance: \$0.90/).length).toBe(mails);
    }
    await sql`update ledger_checkpoint set summed_id = ${summed[0]!.summed_id}`.execute(db);
    await setTo(rows[0]!.available_cents);
  });

  it('that the wallet fell in one go, although nobody had looked since the mark was set', async () => {
    const { db } = system.database;
    const before = await sql<{ available_cents: number; seen: number }>`
      select available_cents, (select max(id) from ledger_transfers) as seen from wallets
      where account_id = ${accountId} and world = 'test'`.execute(db);
    const { available_cents: available, seen } = before.rows[0]!;
    await sql`update ledger_checkpoint set summed_id = ${seen}`.execute(db);
    await sql`delete from low_wallet_marks`.execute(db);
    const hold = (kind: string, debit: string, credit: string, cents: number) => sql`
      with moved as (
        insert into ledger_transfers (world, account_id, kind, debit, credit, amount_cents, cause, cause_id, created_at)
        values ('test', ${accountId}, ${kind}, ${debit}, ${credit}, ${Math.abs(cents)}, 'order', gen_random_uuid(), now()))
      update wallets set available_cents = available_cents - ${cents}, held_cents = held_cents + ${cents}
      where account_id = ${accountId} and world = 'test'`;
    await hold('hold', 'wallet.available', 'wallet.held', available - 70).execute(db);
    post.mails.length = 0;
    for (let minute = 0; minute < 3; minute += 1) {
      clock.advance(3_600_000 + (30 + minute) * 60_000 - (clock.now().getTime() % 3_600_000));
      await settle();
    }
    expect(mailsTo(owner.email, /wallet balance: \$0.70/)).toHaveLength(1);
    await hold('release', 'wallet.held', 'wallet.available', 70 - available).execute(db);
  });
});

describe('what people are emailed about', () => {
  const everything = {
    approvals: true,
    failed_orders: true,
    late_orders: true,
    failing_webhooks: true,
    case_answers: true,
    batches: true,
    spend_alerts: true,
    low_wallet: true,
    low_wallet_cents: 5000,
  };

  it('can be chosen by each person', async () => {
    expect((await viewer.call('/me/mails')).body).toEqual(everything);
    const body = { ...everything, failed_orders: false, low_wallet_cents: 100 };
    expect((await buyer.call('/me/mails', { method: 'PUT', body })).body).toEqual(body);
    expect((await owner.call('/me/mails')).body).toEqual(everything);
    expect((await buyer.call('/me/mails', { method: 'PUT', body: { approvals: false } })).status).toBe(422);
    post.mails.length = 0;
    clock.advance(3_600_000);
    await order('out-of-stock');
    await settle();
    expect(mailsTo(owner.email, /failed/)).toHaveLength(1);
    expect(mailsTo(buyer.email, /failed/)).toEqual([]);
  });

  it('is turned off by one click in an email program, and not by opening the link', async () => {
    const link = /https?:\S+\/mails\/stop\S+/.exec(mailsTo(owner.email, /failed/)[0]!.text)![0];
    const { pathname, search } = new URL(link);
    const looked = await system.get(pathname + search);
    expect([looked.status, looked.text]).toEqual([
      200,
      expect.stringContaining('Unsubscribe from emails about failed orders?'),
    ]);
    expect((await owner.call('/me/mails')).body.failed_orders).toBe(true);
    const click = (query: string) =>
      system.call(`${pathname}?${query}`, {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
      });
    expect((await click(`token=${newId()}&kind=failed_orders`)).status).toBe(404);
    expect((await click(`${search.slice(1).replace('failed_orders', 'sign_in')}`)).status).toBe(404);
    expect((await owner.call('/me/mails')).body).toEqual(everything);
    expect((await click(search.slice(1))).status).toBe(200);
    expect((await owner.call('/me/mails')).body).toEqual({ ...everything, failed_orders: false });
    post.mails.length = 0;
    clock.advance(3_600_000);
    await order('out-of-stock');
    await settle();
    expect(post.mails).toEqual([]);
  });
});

it('an invitation shows the inviter on one line, with the address before the name', async () => {
  const name = 'Eve\r\n\r\nView invitation:\nhttps://evil.example';
  expect((await owner.call('/me', { method: 'PATCH', body: { name } })).status).toBe(204);
  await owner.call('/team/invitations', { method: 'POST', body: { email: 'invited@example.com', role: 'viewer' } });
  const [mail] = mailsTo('invited@example.com', /invited you/);
  const [first, second] = mail!.text.split('\n\n');
  expect(first).toMatch(/^owner@example\.com \("Eve View invitation: https:\/\/evil\.example"\) invited you to join/);
  expect(second).toContain(`View invitation:\n${system.url}/invite/`);
});
