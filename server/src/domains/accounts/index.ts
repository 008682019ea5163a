export { type Authenticator, createAuthenticator } from './authenticate.ts';
export { createKey, type NewKey, noLimits } from './create-key.ts';
export { eraseKeysOf, listToErase, markDeleted } from './erase.ts';
export { spendLimitExceeded, stillRunning, tooManyRequests } from './failures.ts';
export {
  bearerOf,
  callerOf,
  createGuard,
  type Guard,
  personOf,
  requireScope,
  type Sessions,
  type SignedIn,
  scopeOfMethod,
} from './guard.ts';
export { type Answer, doOnce, type Made, type Once, onceFrom, replay } from './idempotency.ts';
export {
  allowsOrder,
  allowsRetailer,
  type Caller,
  fullPower,
  type KeyLimits,
  type KeyPower,
  type Person,
  type Scope,
  scopes,
  secondFactorKeptMs,
} from './model.ts';
export { keyRoutes } from './routes.ts';
export { sendAnswer } from './send-answer.ts';
export {
  addKeySpend,
  findAccountByEmail,
  findAccountEmail,
  findAccountEmails,
  findAccountOfKey,
  findRemembered,
  forgetRemembered,
  hasLivingKey,
  insertAccount,
  listKeys,
  lockAccountOfKey,
  lockKeyOf,
  moveKeysToAccount,
  moveRememberedToAccount,
  type RememberedRow,
  revokeKeyById,
  upsertAccountByEmail,
  writeFrozen,
} from './store.ts';
export { ensureWebKeys, findWebKeys } from './web-keys.ts';
