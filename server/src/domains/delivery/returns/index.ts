export { createReturn, type NewReturn } from './create-return.ts';
export { returnJobs } from './jobs.ts';
export { reasonFor, returnReasons, returnStatuses } from './model.ts';
export { labelUrlsOf, presentReturn } from './present.ts';
export { readOwnReturn } from './read-return.ts';
export { type Approval, decisionFrom, type ReturnDecision, resolutionOf } from './resolution.ts';
export { type ResolveNeeds, resolveReturn, worthOfReturn } from './resolve-return.ts';
export { returnRoutes } from './routes.ts';
export { exampleReturn, ReturnPath, ReturnView, returnFields } from './schema.ts';
export {
  countOpenReturns,
  countOpenReturnsOf,
  findReturn,
  listReturns,
  listWaitingRefunds,
  moveReturnsToAccount,
  type ReturnRow,
} from './sql.ts';
export { deleteReturnsOf, eraseReturnsOf, hasOpenReturn } from './sql-erase.ts';
