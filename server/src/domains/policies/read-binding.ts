import type { Executor } from '../../platform/database/index.ts';
import { examine } from './model.ts';
import { presentFinding, presentPolicy } from './present.ts';
import { findBinding, policyOf, type Spender, spentUnder } from './store.ts';

/** A purchase of nothing: what every limit says to it is what is left. */
const nothing = { retailer: '', country: '', cents: 0, quantity: 0, titles: [], reason: '-' };

/** Every policy that binds a key, with what each of its limits has left. */
export async function readBinding(executor: Executor, spender: Spender, now: Date) {
  const policies = await Promise.all(
    (await findBinding(executor, spender)).map(async (row) => {
      const spent = await spentUnder(executor, policyOf(row), now);
      const facts = { isNewRetailer: false, isNewAddress: false };
      const findings = examine(row.rules, nothing, { ...spent, ...facts }, now);
      const limits = findings.filter(({ left, rule }) => left !== null || rule === 'frozen');
      return { ...presentPolicy(row), rules: limits.map(presentFinding) };
    }),
  );
  return { rules: policies.flatMap(({ rules }) => rules), policies };
}
