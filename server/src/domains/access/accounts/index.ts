export { type Authenticator, createAuthenticator, loadCaller } from './authenticate.ts';
export { createKey, type NewKey, noLimits, renewKey } from './create-key.ts';
export { describeRoles } from './describe-roles.ts';
export { ownerNoLonger, secondFactorRequired, spendLimitExceeded, tooManyRequests } from './failures.ts';
export {
  bearerOf,
  callerOf,
  createGuard,
  type Guard,
  type MovesLiveMoney,
  personOf,
  requireScope,
  type Sessions,
  type SignedIn,
  scopeOfMethod,
} from './guard.ts';
export * from './idempotency/index.ts';
export { mailTeam, type StoreNames, type TeamMail, type TeamMailNeeds } from './mail-team.ts';
export {
  agentsAccountId,
  allowsOrder,
  allowsRetailer,
  type Caller,
  defaultPermissions,
  isAtLeast,
  isFactorProven,
  type KeyLimits,
  type KeyPermissions,
  type Person,
  type Role,
  roles,
  type Scope,
  scopes,
  secondFactorValidMs,
} from './model.ts';
export { leastRoleFor } from './roles.ts';
export { createRouter, onceOf, type Router } from './router.ts';
export { keyRoutes } from './routes.ts';
export {
  addKeySpend,
  findAccountByEmail,
  findAccountEmail,
  findAccountEmails,
  findAccountOfKey,
  findKeyLabel,
  firstAccountAt,
  forgetKeyCreator,
  hasActiveKey,
  insertAccount,
  isOriginAllowed,
  lastAccountBefore,
  listKeys,
  lockAccountOfKey,
  lockAnyKey,
  lockedKeysCte,
  lockKeyById,
  moveKeysToAccount,
  revokeKeyById,
  revokeKeysCreatedBy,
  upsertAccountByEmail,
  writeFrozen,
} from './sql.ts';
export { accountIsKept, eraseKeysOf, isNotErased, listToErase, lockToErase, markDeleted } from './sql-erase.ts';
export {
  countMemberships,
  deleteMember,
  deleteMembersOf,
  insertMember,
  listMembers,
  listMemberships,
  lockMembers,
  lockOwner,
  type MailKind,
  type MemberRow,
  type MembershipRow,
  mailKinds,
  transferAccountEmail,
  writeRole,
} from './sql-members.ts';
export * from './test-clocks/index.ts';
export { updateKey } from './update-key.ts';
export { ensureWebKeys } from './web-keys.ts';
