export { type Claim, type Claimer, claimSandbox, claimSandboxOf } from './claim-sandbox.ts';
export { mintCountsKeptMs } from './model.ts';
export { sandboxRoutes } from './routes.ts';
export { findStanding, forgetMintCounts, listClaims } from './sql.ts';
export { eraseSandboxOf, listExpiredSandboxes } from './sql-erase.ts';
