import type { Page } from 'playwright-core';
import { creditWallet } from '../../src/domains/money/wallet/index.ts';
import { newId } from '../../src/kit/ids.ts';
import { toCents } from '../../src/kit/money.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import type { SignedInPerson } from './person.ts';
import { type TestSystem, address as usual } from './system.ts';

export interface DashboardOrder {
  /** In dollars, as typed. */
  highestPrice: string;
  variant?: { label: string; value: string }[];
  quantity?: number;
  address?: typeof usual;
  /** The email of the retailer account to buy with. */
  account?: string;
}

/** Orders from a live store at the dashboard's checkout. Returns the order's ID. */
export async function buyInDashboard(page: Page, url: string, wish: DashboardOrder): Promise<string> {
  const { address = usual, variant = [], quantity = 1, account } = wish;
  const query = new URLSearchParams({ world: 'live', url, quantity: String(quantity) });
  for (const { label, value } of variant) query.append('variant', `${label}=${value}`);
  await page.goto(`/app/buy/checkout?${query}`);
  if (address.country !== 'US') await page.getByLabel('Country').selectOption(address.country);
  for (const [label, text] of [
    ['First name', address.first_name],
    ['Last name', address.last_name],
    [/^Street/, address.address_line1],
    ['City', address.city],
    ['Postal code', address.postal_code],
    ['Phone', address.phone_number],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
  if (address.country === 'US') await page.getByLabel('State').selectOption(address.state);
  const region = page.getByLabel(/^(State or province|Province)/);
  // German addresses have none.
  if (address.state && (await region.count()) > 0) await region.fill(address.state);
  await page.getByLabel(/^Maximum price/).fill(wish.highestPrice);
  if (account) await page.getByLabel('Retailer account').selectOption({ label: `${account} (real)` });
  await page.getByRole('button', { name: 'Review order' }).click();
  // The store is asked for a quote first, which takes a while at a real one.
  await page.getByRole('button', { name: /^Place order for/ }).click({ timeout: 120_000 });
  await page.waitForURL(/\/app\/orders\/[0-9a-f-]{36}$/);
  return page.url().split('/').at(-1) ?? '';
}

/** Adds money to a person's live wallet. */
export async function addLiveFunds(system: TestSystem, person: SignedInPerson, cents: number): Promise<void> {
  const { account_id: accountId } = (await person.call('/me')).body;
  const money = { id: newId(), accountId, world: 'live' as const, amount: toCents(cents), note: 'test' };
  await inTransaction(system.database.db, (tx) => creditWallet({ tx, clock: system.clock }, money));
}
