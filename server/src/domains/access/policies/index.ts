export { decideForAgents, foreseeForAgents, lockForAgents, policyOfAgents, writeAgentsPolicy } from './agents.ts';
export { announceAlerts, policyJobs } from './alerts.ts';
export { askingText } from './asking-text.ts';
export {
  type Asked,
  type Counted,
  type Decided,
  type Decider,
  foresee,
  lockAndDecide,
  newAlerts,
  type PolicyAlert,
  recordDecisions,
  type Spender,
} from './decide.ts';
export { agentDenied, policyDenied } from './failures.ts';
export {
  approvalMinutes,
  asksForTitles,
  type Decision,
  type Finding,
  mayAsk,
  type PolicyRules,
  type Verdict,
} from './model.ts';
export { presentFinding, presentPolicy } from './present.ts';
export { readPolicy } from './read-binding.ts';
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
  standingCtes,
  verifyChains,
} from './sql-chain.ts';
export { erasePoliciesOf } from './sql-erase.ts';
export { holdDecisions, movePoliciesToAccount } from './sql-move.ts';
export { allowFrom, createStandings, type Standings, standingAfter } from './standing.ts';
