export { testClockJobs } from './advance-clock.ts';
export { type Claim, type Claimer, claimSandbox, claimSandboxOf } from './claim-sandbox.ts';
export { mintCountRetentionMs } from './model.ts';
export { sandboxRoutes } from './routes.ts';
export {
  deleteMintCounts,
  eraseSandboxOf,
  findClaim,
  findSandboxState,
  listClaims,
  listExpiredSandboxes,
} from './sql.ts';
