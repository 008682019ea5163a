import type { World } from '../../../kit/world.ts';
import type { Executor, Tx } from '../../../platform/database/index.ts';
import type { SignLink } from '../../../platform/secrets/index.ts';
import { agentsAccountId } from '../accounts/index.ts';
import { publishAlerts } from './alerts.ts';
import {
  findNewAlerts,
  lockAndDecide,
  type PolicyDecision,
  type PolicyRequest,
  previewDecisions,
  recordDecisions,
} from './decide.ts';
import { ruleNotForAgents } from './failures.ts';
import type { Finding, PolicyRules } from './model.ts';
import { lockPolicies, type PolicyRow, type Spender, type Subject } from './sql.ts';
import { type PolicyNeeds, removePolicy, replacePolicy } from './write-policy.ts';

const agentsSpender = (world: World): Spender => ({ accountId: agentsAccountId, world, keyId: null });

/** The policy that binds every order that is paid per request. */
export const agentsPolicySubject = (world: World): Subject => ({
  accountId: agentsAccountId,
  world,
  scope: 'account',
  subject: '',
});

/** There is no person to ask, so what would need a yes is denied. */
const denialOf = ({ decision, findings }: PolicyDecision): Finding | null =>
  decision === 'allow' ? null : (findings.find((finding) => finding.decision === decision) ?? null);

/** Why an order without an account would be denied now; null: it would not. Looks only. */
export async function previewForAgents(
  executor: Executor,
  world: World,
  asked: PolicyRequest,
  now: Date,
): Promise<Finding | null> {
  const [decided] = await previewDecisions(executor, agentsSpender(world), [asked], now);
  return decided ? denialOf(decided) : null;
}

/** Until the transaction ends, orders without an account are decided on one after the other. */
export async function lockForAgents(tx: Tx, world: World): Promise<void> {
  await lockPolicies(tx, [agentsSpender(world)]);
}

/**
 * Decides on an order without an account in the transaction that takes its payment, and keeps the decision. The policy stays locked
 * until that ends, so of two that race for the last of a limit one sees the other. Null: it may be bought.
 */
export async function decideForAgents(
  tx: Tx,
  sign: SignLink,
  world: World,
  asked: PolicyRequest,
  now: Date,
): Promise<Finding | null> {
  const spender = agentsSpender(world);
  const { decide } = await lockAndDecide(tx, [spender], now);
  const decided = await decide(spender, asked);
  if (decided.policies.length === 0) return null;
  const denial = denialOf(decided);
  const verdict: PolicyDecision = denial ? { ...decided, decision: 'deny', findings: [denial] } : decided;
  await recordDecisions(tx, sign, spender, [{ asked, verdict }], now);
  if (!denial) await publishAlerts(tx, await findNewAlerts(tx, [{ asked, verdict }], now), now);
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
    await removePolicy(needs, agentsPolicySubject(world), author);
    return null;
  }
  const asking = (['approve', 'approvers', 'approve_within_minutes', 'addresses'] as const).find(
    (field) => rules[field] !== undefined,
  );
  if (asking) throw ruleNotForAgents(asking);
  if (rules.default === 'approve') throw ruleNotForAgents('default');
  return replacePolicy(needs, agentsPolicySubject(world), rules, author);
}
