export { agentsPolicySubject, decideForAgents, lockForAgents, previewForAgents, writeAgentsPolicy } from './agents.ts';
export { policyJobs, publishAlerts } from './alerts.ts';
export { approvalText } from './approval-text.ts';
export { allowFromCache, type CachedTotalsStore, cachedTotalsAfter, createCachedTotals } from './cached-totals.ts';
export {
  type Decider,
  type DeciderTotals,
  findNewAlerts,
  lockAndDecide,
  type PolicyAlert,
  type PolicyDecision,
  type PolicyRequest,
  previewDecisions,
  recordDecisions,
  type Spender,
} from './decide.ts';
export { agentDenied, policyDenied } from './failures.ts';
export {
  approvalMinutes,
  canRequireApproval,
  type Decision,
  type Finding,
  needsTitles,
  type PolicyRules,
  type Verdict,
} from './model.ts';
export { presentFinding, presentPolicy } from './present.ts';
export { readPolicy } from './preview-policy.ts';
export { policyRoutes } from './routes.ts';
export { exampleRule, PolicyBody, VerdictView } from './schema.ts';
export {
  deleteReserved,
  findBinding,
  findPolicy,
  findPolicyById,
  hasPolicies,
  insertReserved,
  isCountedForever,
  orderIsFrozen,
} from './sql.ts';
export {
  type ChainProblem,
  hasDecisions,
  type LinkInput,
  linkColumns,
  linkCtes,
  linkInput,
  listPolicyHeads,
  unchangedChainCtes,
  verifyChains,
} from './sql-chain.ts';
export { erasePoliciesOf, lockDecisions, movePoliciesToAccount } from './sql-move.ts';
