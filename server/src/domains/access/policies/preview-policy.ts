import { dayMs, plusMs } from '../../../kit/clock.ts';
import type { Executor } from '../../../platform/database/index.ts';
import {
  type Decision,
  evaluateRules,
  type PolicyRules,
  type SpendWindow,
  type SpentSoFar,
  verdictOf,
} from './model.ts';
import { presentFinding, presentPolicy } from './present.ts';
import {
  findBinding,
  listPastOrders,
  type PastOrder,
  type PolicyRow,
  policyOf,
  type Spender,
  type Subject,
} from './sql.ts';
import { readSpent } from './sql-spent.ts';

const previewDays = 30;

/** Applies a policy to the orders of the last 30 days, in order. */
export async function previewPolicy(executor: Executor, of: Subject, rules: PolicyRules, now: Date) {
  const since = plusMs(now, -previewDays * dayMs);
  const orders = await listPastOrders(executor, of, since);
  const counts: Record<Decision, number> = { allow: 0, approve: 0, deny: 0 };
  const accepted: PastOrder[] = [];
  const seenRetailers = new Set<string>();
  // Freezing and start dates do not apply to the past.
  const {
    frozen: _frozen,
    not_before: _from,
    not_after: _until,
    deny_words: _words,
    addresses: _addresses,
    ...rest
  } = rules;
  for (const order of orders) {
    const spent: SpentSoFar = {
      windows: (rest.windows ?? []).map((window) => spentBefore(accepted, window, order.created_at)),
      openCents: 0,
      isFirstOrder: accepted.length === 0,
    };
    const facts = { isNewRetailer: !seenRetailers.has(order.retailer), isNewAddress: false };
    const purchase = { ...order, titles: [] };
    const { decision } = verdictOf(evaluateRules(rest, purchase, { ...spent, ...facts }, order.created_at));
    counts[decision] += 1;
    if (decision === 'deny') continue;
    accepted.push(order);
    seenRetailers.add(order.retailer);
  }
  return {
    since: since.toISOString(),
    orders: orders.length,
    allowed: counts.allow,
    needed_approval: counts.approve,
    denied: counts.deny,
  };
}

function spentBefore(accepted: readonly PastOrder[], window: SpendWindow, at: Date) {
  const period = periodOf(window, at);
  const inside = accepted.filter((order) => periodOf(window, order.created_at) === period);
  const cents = inside.reduce((sum, order) => sum + order.cents, 0);
  return { cents, count: inside.length, periodStart: at, periodEnd: null };
}

/** The period of a time, in the window's time zone. */
function periodOf({ per, timezone = 'UTC' }: SpendWindow, at: Date): string {
  if (per === 'total') return '';
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' });
  const text = format.format(at);
  if (per === 'hour') return text.slice(0, 13);
  if (per === 'month') return text.slice(0, 7);
  const day = text.slice(0, 10);
  if (per === 'day') return day;
  const date = new Date(`${day}T00:00:00Z`);
  // Weeks start on Monday, as in PostgreSQL.
  return new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10);
}

/** A purchase of nothing: what limits leave for it is what is left. */
const emptyPurchase = { retailer: '', country: '', cents: 0, quantity: 0, titles: [], reason: '-' };

/** A policy with what its limits have left. */
export async function readPolicy(executor: Executor, row: PolicyRow, now: Date) {
  const spent = await readSpent(executor, policyOf(row), now);
  const facts = { isNewRetailer: false, isNewAddress: false };
  const findings = evaluateRules(row.rules, emptyPurchase, { ...spent, ...facts }, now);
  const limits = findings.filter(({ left, rule }) => left !== null || rule === 'frozen');
  return { ...presentPolicy(row), rules: limits.map(presentFinding) };
}

/** Every policy that applies to a key. */
export async function readBindingPolicies(executor: Executor, spender: Spender, now: Date) {
  const rows = await findBinding(executor, spender);
  const policies = await Promise.all(rows.map((row) => readPolicy(executor, row, now)));
  return { rules: policies.flatMap(({ rules }) => rules), policies };
}
