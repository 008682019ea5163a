export { testClockJobs } from './advance-clock.ts';
export { type Claim, type Claimer, claimSandbox, claimSandboxOf } from './claim-sandbox.ts';
export { mintCountRetentionMs } from './model.ts';
export { sandboxRoutes } from './routes.ts';
export { deleteMintCounts, findClaim, findSandboxState, listClaims } from './sql.ts';
export { eraseSandboxOf, listExpiredSandboxes } from './sql-erase.ts';
