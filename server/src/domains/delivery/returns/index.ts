export { createReturn, type NewReturn } from './create-return.ts';
export { returnJobs } from './jobs.ts';
export { returnReasonFor, returnReasons, returnStatuses } from './model.ts';
export { labelUrlsOf, presentReturn } from './present.ts';
export { readOwnReturn } from './publish-order-return.ts';
export { type Approval, createResolution, decisionFrom, type ReturnDecision } from './resolution.ts';
export {
  confirmApproval,
  creditForReturn,
  listRefundableItems,
  type ResolveNeeds,
  resolveReturn,
} from './resolve-return.ts';
export { returnRoutes } from './routes.ts';
export { exampleReturn, ReturnView, returnFields } from './schema.ts';
export {
  countOpenReturns,
  countOpenReturnsOf,
  countOverdueRefunds,
  findReturn,
  listOldestReturns,
  listReturns,
  listWaitingRefunds,
  moveReturnsToAccount,
  type ReturnRow,
} from './sql.ts';
export { deleteReturnsOf, eraseReturnsOf, hasOpenReturn } from './sql-erase.ts';
