export { createReturn, type ReturnWish } from './create-return.ts';
export { returnJobs } from './jobs.ts';
export { reasonFor, returnReasons } from './model.ts';
export { labelUrlsOf, presentReturn } from './present.ts';
export { readOwnReturn } from './read-return.ts';
export { type Resolution, type ResolveNeeds, resolveReturn } from './resolve-return.ts';
export { returnRoutes } from './routes.ts';
export { ReturnPath, ReturnView } from './schema.ts';
export { findReturn, moveReturnsToAccount, type ReturnRow } from './store.ts';
