import { type RawBuilder, sql } from 'kysely';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sumUp } from '../../../bench/growth/measure-growth.ts';
import { bigAccount, bigAccountEmail, seed } from '../../../bench/growth/seed.ts';
import { formatMoney, formatNumber, plural } from '../../../web/src/lib/format.ts';
import { dayMs, plusMs } from '../../src/kit/clock.ts';
import { openDatabase } from '../../src/platform/database/index.ts';
import { hasBrowser, openBrowser } from '../harness/browser.ts';
import { signedInBrowser } from '../harness/dashboard.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { operatorEmail, operatorEnv } from '../harness/operator.ts';
import { signIn } from '../harness/person.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

const isWhole = process.env.TEST_WHOLE === '1';
/** `ORDERS=1000000` compares the numbers at that size instead. */
const sizes = process.env.ORDERS ? [Number(process.env.ORDERS)] : isWhole ? [100, 10_000] : [10_000];

/** What the compared pages read. */
const tables = [
  ...['accounts', 'orders', 'arrivals', 'order_items', 'product_titles', 'shipments'],
  ...['funds', 'ledger_transfers', 'wallets', 'cases', 'case_messages', 'return_requests', 'usage_daily'],
];

const own = sql`o.account_id = ${bigAccount} and o.world = 'test'`;
const hasParcel = (status: string) =>
  sql`exists (select from shipments s where s.order_id = o.id and s.status = ${sql.lit(status)})`;
/** Where an order is, from the tables alone. */
const place = sql`case when o.status <> 'order_placed' then o.status when o.late_since is not null then 'late'
  when ${hasParcel('undeliverable')} then 'undeliverable' when ${hasParcel('in_transit')} then 'on_the_way'
  when ${hasParcel('delivered')} then 'delivered' else 'preparing' end`;
const balance = (account: RawBuilder<unknown>, part: 'available' | 'held') =>
  sql`(select coalesce(sum(case when credit = ${`wallet.${part}`} then amount_cents else 0 end)
    - sum(case when debit = ${`wallet.${part}`} then amount_cents else 0 end), 0)::bigint
    from ledger_transfers t where t.account_id = ${account} and t.world = 'test')`;

/** A count may stop early, but then it says so. Up to 1,000 it never does. */
function expectCount(shown: string, truth: number): void {
  const [, bound, digits, plus] = /^(more than |at least )?([\d,]+)(\+)?$/i.exec(shown) ?? [];
  const number = Number(digits?.replaceAll(',', ''));
  const isBound = bound !== undefined || plus !== undefined;
  if (isBound && truth > 1000) expect(truth, shown).toBeGreaterThanOrEqual(number);
  else expect(shown).toBe(formatNumber(truth));
}

const seconds = (value: number) => `${formatNumber(Math.round(value * 10) / 10)} s`;

describe.runIf(hasBrowser).each(sizes)('the numbers on pages, with %i orders', { timeout: 1_800_000 }, (size) => {
  const clock = fakeClock(new Date());
  const now = clock.now();
  let system: TestSystem;
  let browser: Browser;
  let account: BrowserContext;
  let operator: BrowserContext;
  beforeAll(async () => {
    system = await startSystem({ clock, env: operatorEnv });
    const seeding = openDatabase({ url: system.databaseUrl, poolMax: 1, statementTimeoutMs: 1_800_000 });
    await seed(seeding.db, size, tables);
    // Some open cases wait for a reply.
    await sql`delete from case_messages m using cases c
      where c.order_id = m.order_id and c.state = 'open' and m.author = 'operator'
        and (hashtext(c.order_id::text) % 2 = 0 or ${size} < 1000)`.execute(seeding.db);
    await sumUp(seeding.db);
    await seeding.close();
    browser = await openBrowser();
    account = await signedInBrowser(browser, system, await signIn(system, bigAccountEmail));
    operator = await signedInBrowser(browser, system, await signIn(system, operatorEmail));
  }, 1_800_000);
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  async function ask<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    // A million orders take longer than the service may ask.
    const asking = openDatabase({ url: system.databaseUrl, poolMax: 1, statementTimeoutMs: 1_800_000 });
    try {
      const { rows } = await sql<Row>`${query}`.execute(asking.db);
      return rows;
    } finally {
      await asking.close();
    }
  }
  const askOne = async <Row>(query: RawBuilder<unknown>): Promise<Row> => (await ask<Row>(query))[0]!;
  const count = async (query: RawBuilder<unknown>): Promise<number> =>
    (await askOne<{ n: number }>(sql`select count(*)::int as n from ${query}`)).n;

  async function open(context: BrowserContext, path: string, ready: string): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(path);
    await page.locator(ready).first().waitFor();
    return page;
  }
  /** The total of a list: what its pager says, or its rows. */
  async function totalOn(page: Page): Promise<string> {
    const pager = page.locator('.pager p');
    if ((await pager.count()) === 0) return formatNumber(await page.locator('tbody tr').count());
    return (await pager.innerText()).replace(/^.* of /, '');
  }
  const cells = (page: Page, name: string) => page.locator(`tbody td[data-name="${name}"]`).allInnerTexts();
  const idsOn = async (page: Page): Promise<string[]> => {
    const links = await page.locator('tbody .table-link').all();
    return Promise.all(links.map(async (link) => (await link.getAttribute('href'))!.split('/').at(-1)!));
  };

  it('on the overview', async () => {
    const page = await open(account, '/app?world=test', '.legend strong');
    const places = await ask<{ place: string; n: number }>(
      sql`select ${place} as place, count(*)::int as n from orders o where ${own} group by 1`,
    );
    for (const name of ['pending', 'preparing', 'on_the_way', 'late', 'delivered', 'undeliverable', 'order_failed']) {
      const shown = await page.locator(`.legend li:has(a[href$="status=${name}"]) strong`).innerText();
      expectCount(shown, places.find((one) => one.place === name)?.n ?? 0);
    }
    const figure = (label: string) => page.locator(`.figure:has-text("${label}") .figure-value`).first().innerText();
    expectCount(
      await figure('Orders'),
      places.reduce((sum, { n }) => sum + n, 0),
    );
    const sums = await askOne<{ available: number; spent: number }>(sql`
      select ${balance(sql`${bigAccount}::uuid`, 'available')} as available,
        (select coalesce(sum(amount_cents), 0)::bigint from ledger_transfers
          where account_id = ${bigAccount} and world = 'test' and credit in ('retailer', 'fees')
            and created_at >= date_trunc('day', ${now}::timestamptz, 'UTC') - interval '29 days') as spent`);
    expect(await figure('Available')).toBe(formatMoney(sums.available));
    expect(await figure('Spent in the last 30 days')).toBe(formatMoney(sums.spent));
    const week = plusMs(now, -7 * dayMs);
    const concerns = await askOne<Record<'lost' | 'late' | 'failed' | 'cases' | 'returns', number>>(sql`
      select (select count(distinct o.id)::int from orders o join shipments s on s.order_id = o.id
          where ${own} and s.status = 'undeliverable' and s.updated_at >= ${week}) as lost,
        (select count(*)::int from orders o where ${own} and o.status = 'order_placed' and late_since is not null) as late,
        (select count(*)::int from orders o where ${own} and o.status = 'order_failed' and created_at >= ${week}) as failed,
        (select count(*)::int from cases o where ${own} and state = 'open') as cases,
        (select count(*)::int from return_requests o where ${own} and status = 'open') as returns`);
    const { lost, late, failed, cases, returns } = concerns;
    const texts = [
      ...(lost > 0 ? [`${plural(lost, 'order')} with a lost package`] : []),
      ...(late > 10_000 ? ['10,000+ orders late'] : late > 0 ? [`${plural(late, 'order')} late`] : []),
      ...(failed > 0 ? [`${plural(failed, 'order')} failed in the last 7 days`] : []),
      ...(cases > 0 ? [plural(cases, 'open case')] : []),
      ...(returns > 0 ? [plural(returns, 'open return')] : []),
    ];
    expect(await page.locator('.concerns a').allInnerTexts()).toEqual(texts);
    await page.close();
  });

  it('on the list of orders and of what is selected there', async () => {
    const filters: [query: string, where: RawBuilder<unknown>][] = [
      ['', sql`true`],
      ['&status=order_failed', sql`o.status = 'order_failed'`],
      ['&status=late', sql`${place} = 'late'`],
      ['&status=on_the_way', sql`${place} = 'on_the_way'`],
      ['&status=delivered', sql`${place} = 'delivered'`],
      ['&retailer=target', sql`o.retailer = 'target'`],
      ['&retailer=target&status=order_placed', sql`o.retailer = 'target' and o.status = 'order_placed'`],
      ['&returned=open', sql`exists (select from return_requests r where r.order_id = o.id and r.status = 'open')`],
    ];
    for (const [query, where] of filters) {
      const page = await open(account, `/app/orders?world=test${query}`, 'tbody tr, .empty');
      expectCount(await totalOn(page), await count(sql`orders o where ${own} and ${where}`));
      await page.close();
    }
    const page = await open(account, '/app/orders?world=test', 'tbody tr');
    await page.getByLabel('All rows').check();
    await page.getByRole('button', { name: 'Select all matching orders' }).click();
    const { n, charged, opened } = await askOne<Record<'n' | 'charged' | 'opened', number>>(sql`
      select count(*)::int as n, coalesce(sum(charged_cents), 0)::bigint as charged,
        coalesce(sum(max_price_cents) filter (where status in ('pending', 'in_progress')), 0)::bigint as opened
      from orders o where ${own}`);
    const selected = page.locator('.several-totals');
    const text =
      n > 10_000
        ? /^More than 10,000 orders selected\s+more than \$[\d,.]+ charged/
        : `${plural(n, 'order')} selected ${formatMoney(charged)} charged · up to ${formatMoney(opened)} in progress`;
    await expect.poll(async () => (await selected.innerText()).replace(/\s+/g, ' ')).toMatch(text);
    await page.close();
  });

  it('on the comparison of periods', async () => {
    const from = (days: number) => plusMs(now, -days * dayMs);
    const page = await open(account, '/app/usage?view=compare&days=7&by=retailer&world=test', '.compared dd');
    const figures = sql`count(*)::int as orders,
      coalesce(sum(charged_cents), 0)::bigint as spent,
      count(*) filter (where status = 'order_failed')::float8 / nullif(count(*) filter (where status in ('order_failed', 'order_placed')), 0) as failures,
      percentile_cont(0.5) within group (order by extract(epoch from ended_at - created_at)) filter (where status = 'order_placed') as place_seconds`;
    const within = (start: Date, end: Date) => sql`${own} and o.created_at >= ${start} and o.created_at < ${end}`;
    type Figures = Record<'orders' | 'spent' | 'failures' | 'place_seconds', number>;
    const current = await askOne<Figures>(sql`select ${figures} from orders o where ${within(from(7), now)}`);
    const previous = await count(sql`orders o where ${within(from(14), from(7))}`);
    const shown = (name: string) =>
      page.locator(`.compared div:has(dt:text-is("${name}")) .compared-value`).innerText();
    expect(await shown('Spend')).toMatch(new RegExp(`^\\${formatMoney(current.spent)}\\s`));
    const orders = await shown('Orders');
    expect(orders.startsWith(`${formatNumber(current.orders)}\n`), orders).toBe(true);
    expect(orders.endsWith(`from ${formatNumber(previous)}`), orders).toBe(true);
    expect(await shown('Failure rate')).toMatch(new RegExp(`^${Math.round(current.failures * 1000) / 10}%`));
    expect((await shown('Time to place')).startsWith(seconds(current.place_seconds))).toBe(true);
    const groups = await ask<Figures>(sql`
      select ${figures} from orders o where ${within(from(7), now)} group by retailer order by spent desc, orders desc`);
    const first = async (name: string) => (await cells(page, name)).map((text) => text.split('\n')[0]);
    expect(await first('Spend')).toEqual(groups.map(({ spent }) => formatMoney(spent)));
    expect(await first('Orders')).toEqual(groups.map((group) => formatNumber(group.orders)));
    await page.close();
    // Too many to compare are not compared.
    const isTooMany = (await count(sql`orders o where ${within(from(90), now)}`)) > 50_000;
    const long = await open(account, '/app/usage?view=compare&days=90&world=test', '.compared dd, .empty');
    expect(await long.getByText('Too many orders to compare').count()).toBe(isTooMany ? 1 : 0);
    await long.close();
  });

  it('on usage', async () => {
    const page = await open(account, '/app/usage?world=test', 'tbody tr');
    const { calls, before } = await askOne<Record<'calls' | 'before', number>>(sql`
      select coalesce(sum(total) filter (where day > today - 30), 0)::int as calls,
        coalesce(sum(total) filter (where day <= today - 30), 0)::int as before
      from usage_daily, (select (${now}::timestamptz at time zone 'UTC')::date as today) t
      where account_id = ${bigAccount} and world = 'test' and endpoint = 'search' and day > today - 60`);
    await page.getByText(`${plural(calls, 'call')} in the last 30 days`).waitFor();
    expect((await cells(page, 'Calls'))[0]).toBe(formatNumber(calls));
    expect((await cells(page, 'Previous period'))[0]).toBe(formatNumber(before));
    await page.close();
  });

  it('on the pages of operators', async () => {
    const openReturns = await count(sql`return_requests where status = 'open'`);
    const isUnanswered = sql`state = 'open' and not exists (
      select from case_messages m where m.order_id = cases.order_id and m.author = 'operator')`;
    const openCases = await count(sql`cases where state = 'open'`);
    const toAnswer = await count(sql`cases where ${isUnanswered}`);
    const home = await open(operator, '/app/operator', '.waiting-number');
    const waiting = (label: string) => home.locator(`.waiting-card:has-text("${label}") .waiting-number`).innerText();
    expect(await waiting('Returns to resolve')).toBe(formatNumber(openReturns));
    expect(await waiting('Cases awaiting a reply')).toBe(formatNumber(toAnswer));
    const today = await count(sql`orders where created_at >= ${plusMs(now, -dayMs)}`);
    await home
      .getByText(today > 2000 ? 'latest 2,000 orders' : plural(today, 'order'), { exact: false })
      .first()
      .waitFor();
    await home.close();

    const tasks = await open(operator, '/app/operator/today', '.task');
    const shown = Math.min(100, openReturns) + Math.min(100, toAnswer);
    const isMore = openReturns > 100 || toAnswer > 100;
    await tasks.getByText(isMore ? `${shown}+ open tasks` : plural(shown, 'open task')).waitFor();
    expect(await tasks.locator('.task').count()).toBe(shown);
    const oldest = await askOne<{ id: string }>(sql`
      select id from (select order_id as id, updated_at as at from cases where ${isUnanswered}
        union all select id, created_at from return_requests where status = 'open') waiting order by at, id limit 1`);
    expect(await tasks.locator('.task').first().getAttribute('href')).toContain(oldest.id);
    await tasks.close();

    for (const [path, truth] of [
      ['returns', openReturns],
      ['returns?view=credited', await count(sql`return_requests where status = 'credited'`)],
      ['cases', openCases],
      ['cases?state=closed', await count(sql`cases where state = 'closed'`)],
    ] as const) {
      const page = await open(operator, `/app/operator/${path}`, 'tbody tr, .empty');
      expectCount(await totalOn(page), truth);
      await page.close();
    }
  });

  it('on the lists of operators', async () => {
    for (const status of [null, 'order_failed']) {
      const query = status === null ? '' : `&status=${status}`;
      const page = await open(operator, `/app/operator/orders?world=test${query}`, 'tbody tr');
      const newest = await ask<{ id: string; charged: number | null }>(sql`
        select id, charged_cents as charged from (
          select id, status, charged_cents, created_at from orders where world = 'test' order by created_at desc, id limit 2000) o
        where ${status}::text is null or status = ${status} order by created_at desc, id limit 50`);
      expect(await idsOn(page)).toEqual(newest.map(({ id }) => id));
      const totals = newest.map(({ charged }) => (charged === null ? expect.any(String) : formatMoney(charged)));
      expect(await cells(page, 'Total')).toEqual(totals);
      await page.close();
    }
    const money = await open(operator, '/app/operator/money?world=test&type=capture', 'tbody tr');
    const captures = await ask<{ cents: number }>(sql`
      select amount_cents::int as cents from ledger_transfers where world = 'test' and kind = 'capture' order by id desc limit 50`);
    expect(await cells(money, 'Amount')).toEqual(captures.map(({ cents }) => formatMoney(cents)));
    await money.close();
    const customers = await open(operator, '/app/operator/customers?world=test', 'tbody tr');
    const wallets = await ask<{ email: string; available: number; held: number }>(sql`
      select email, ${balance(sql`a.id`, 'available')} as available, ${balance(sql`a.id`, 'held')} as held
      from (select id, email from accounts where email is not null order by email collate "C" limit 50) a
      order by email collate "C"`);
    expect(await customers.locator('tbody .table-link').allInnerTexts()).toEqual(wallets.map(({ email }) => email));
    expect(await cells(customers, 'Available')).toEqual(wallets.map(({ available }) => formatMoney(available)));
    expect(await cells(customers, 'On hold')).toEqual(wallets.map(({ held }) => formatMoney(held)));
    await customers.close();
  });
});
