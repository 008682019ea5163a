export { announceAlerts, policyJobs } from './alerts.ts';
export {
  type Asked,
  type Decided,
  type Decider,
  foresee,
  lockAndDecide,
  newAlerts,
  type PolicyAlert,
  recordDecisions,
  type Spender,
} from './decide.ts';
export { policyDenied } from './failures.ts';
export { approvalMinutes, asksForTitles, type Decision, type Finding, type Verdict } from './model.ts';
export { presentFinding, presentPolicy } from './present.ts';
export { policyRoutes } from './routes.ts';
export { exampleRule, VerdictView } from './schema.ts';
export {
  deleteReserved,
  findBinding,
  findPolicyById,
  hasPolicies,
  insertReserved,
  movePoliciesToAccount,
  orderIsFrozen,
} from './store.ts';
export { verifyChains } from './store-chain.ts';
export { erasePoliciesOf } from './store-erase.ts';
