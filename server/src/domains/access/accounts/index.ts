export { type Authenticator, createAuthenticator, loadCaller } from './authenticate.ts';
export { createKey, type NewKey, noLimits, renewKey } from './create-key.ts';
export { describeRoles } from './describe-roles.ts';
export { spendLimitExceeded, tooManyRequests } from './failures.ts';
export {
  bearerOf,
  callerOf,
  createGuard,
  type Guard,
  type MovesLive,
  requireScope,
  type Sessions,
  type SignedIn,
  scopeOfMethod,
} from './guard.ts';
export * from './idempotency/index.ts';
export { mailTeam, type TeamMailNeeds } from './mail-team.ts';
export {
  agentsAccountId,
  allowsOrder,
  allowsRetailer,
  type Caller,
  defaultPower,
  isAtLeast,
  type KeyLimits,
  type KeyPower,
  type Person,
  type Role,
  roles,
  type Scope,
  scopes,
  secondFactorKeptMs,
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
  hasLivingKey,
  insertAccount,
  isOriginAllowed,
  lastAccountBefore,
  listKeys,
  lockAccountOfKey,
  lockedKeysCte,
  lockKeyById,
  lockKeyOf,
  moveKeysToAccount,
  revokeKeyById,
  revokeKeysMadeBy,
  upsertAccountByEmail,
  writeFrozen,
} from './sql.ts';
export { accountIsKept, eraseKeysOf, isNotErased, listToErase, lockToErase, markDeleted } from './sql-erase.ts';
export { type MailKind, mailKinds } from './sql-mail.ts';
export {
  countMemberships,
  deleteMember,
  deleteMembersOf,
  handOver,
  insertMember,
  listMembers,
  listMemberships,
  lockMembers,
  type MemberRow,
  type MembershipRow,
  writeRole,
} from './sql-members.ts';
export { updateKey } from './update-key.ts';
export { ensureWebKeys } from './web-keys.ts';
