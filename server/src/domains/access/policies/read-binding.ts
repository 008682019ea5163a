import type { Executor } from '../../../platform/database/index.ts';
import { evaluateRules } from './model.ts';
import { presentFinding, presentPolicy } from './present.ts';
import { findBinding, type PolicyRow, policyOf, type Spender } from './sql.ts';
import { readSpent } from './sql-spent.ts';

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
