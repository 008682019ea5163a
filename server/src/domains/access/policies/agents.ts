import type { World } from '../../../kit/world.ts';
import type { Executor, Tx } from '../../../platform/database/index.ts';
import type { SignLink } from '../../../platform/secrets/index.ts';
import { agentsAccountId } from '../accounts/index.ts';
import { announceAlerts } from './alerts.ts';
import { type Asked, type Decided, foresee, lockAndDecide, newAlerts, recordDecisions } from './decide.ts';
import { notForAgents } from './failures.ts';
import type { Finding, PolicyRules } from './model.ts';
import { lockPolicies, type PolicyRow, type Spender, type Subject } from './sql.ts';
import { type PolicyNeeds, removePolicy, replacePolicy } from './write-policy.ts';

const spenderIn = (world: World): Spender => ({ accountId: agentsAccountId, world, keyId: null });

/** The policy that binds every order that is paid per request. */
export const policyOfAgents = (world: World): Subject => ({
  accountId: agentsAccountId,
  world,
  scope: 'account',
  subject: '',
});

/** There is no person to ask, so what would need a yes is denied. */
const denialIn = ({ decision, findings }: Decided): Finding | null =>
  decision === 'allow' ? null : (findings.find((finding) => finding.decision === decision) ?? null);

/** Why an order without an account would be denied now; null: it would not. Looks only. */
export async function foreseeForAgents(
  executor: Executor,
  world: World,
  asked: Asked,
  now: Date,
): Promise<Finding | null> {
  const [decided] = await foresee(executor, spenderIn(world), [asked], now);
  return decided ? denialIn(decided) : null;
}

/** Until the transaction ends, orders without an account are decided on one after the other. */
export async function lockForAgents(tx: Tx, world: World): Promise<void> {
  await lockPolicies(tx, [spenderIn(world)]);
}

/**
 * Decides on an order without an account in the transaction that takes its payment, and keeps the decision. The policy stays locked
 * until that ends, so of two that race for the last of a limit one sees the other. Null: it may be bought.
 */
export async function decideForAgents(
  tx: Tx,
  sign: SignLink,
  world: World,
  asked: Asked,
  now: Date,
): Promise<Finding | null> {
  const spender = spenderIn(world);
  const { decide } = await lockAndDecide(tx, [spender], now);
  const decided = await decide(spender, asked);
  if (decided.policies.length === 0) return null;
  const denial = denialIn(decided);
  const verdict: Decided = denial ? { ...decided, decision: 'deny', findings: [denial] } : decided;
  await recordDecisions(tx, sign, spender, [{ asked, verdict }], now);
  if (!denial) await announceAlerts(tx, await newAlerts(tx, [{ asked, verdict }], now), now);
  return denial;
}

/** Writes the policy for orders without an account; null takes it away. */
export async function writeAgentsPolicy(
  needs: PolicyNeeds,
  world: World,
  rules: PolicyRules | null,
  by: string,
): Promise<PolicyRow | null> {
  const author = { name: by, keyId: null };
  if (rules === null) {
    await removePolicy(needs, policyOfAgents(world), author);
    return null;
  }
  const asking = (['approve', 'approvers', 'approve_within_minutes', 'addresses'] as const).find(
    (field) => rules[field] !== undefined,
  );
  if (asking) throw notForAgents(asking);
  if (rules.default === 'approve') throw notForAgents('default');
  return replacePolicy(needs, policyOfAgents(world), rules, author);
}
