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

/** The policy for orders that agents pay per request. */
export const agentsPolicySubject = (world: World): Subject => ({
  accountId: agentsAccountId,
  world,
  scope: 'account',
  subject: '',
});

/** Without a person to ask, `ask` means deny. */
const denialOf = ({ decision, findings }: PolicyDecision): Finding | null =>
  decision === 'allow' ? null : (findings.find((finding) => finding.decision === decision) ?? null);

/** Why an order without an account would be denied now; null if allowed. Writes nothing. */
export async function previewForAgents(
  executor: Executor,
  world: World,
  asked: PolicyRequest,
  now: Date,
): Promise<Finding | null> {
  const [decided] = await previewDecisions(executor, agentsSpender(world), [asked], now);
  return decided ? denialOf(decided) : null;
}

/** Locks the policy, so that orders without an account are decided one after the other. */
export async function lockForAgents(tx: Tx, world: World): Promise<void> {
  await lockPolicies(tx, [agentsSpender(world)]);
}

/**
 * Decides on an order without an account in the transaction of its payment, and stores the decision. The policy stays
 * locked, so two concurrent orders cannot both use the rest of a limit. Null: allowed.
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

/** Writes the policy for orders without an account; null removes it. */
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
