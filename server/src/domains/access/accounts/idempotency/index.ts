/**
 * A key identifies one request of an account, a mode and an operation. The same request gets the first response
 * again. Another body is a conflict (409 already_exists). While the first request runs, it is 409
 * idempotency_in_flight. Refusals are not stored. There are three ways: `runIdempotent` around a transaction,
 * `claimOnce` around longer work (`installIdempotency` does it for every other POST), and `findAnswerCtes` inside a
 * statement.
 */

export type { Claim } from './claim.ts';
export { requestStillRunning } from './failures.ts';
export { installIdempotency } from './install-idempotency.ts';
export { type CanPackAnswers, createCanPackAnswers, packAnswer, unpackAnswer } from './packed-answer.ts';
export {
  type Answer,
  type CreatedAnswer,
  createdIdOf,
  type IdempotentRequest,
  idempotentRequestFrom,
  replayAnswer,
  runIdempotent,
  sendAnswer,
} from './run-idempotent.ts';
export {
  deleteStoredAnswersBefore,
  eraseStoredAnswersOf,
  findStoredAnswer,
  forgetKeysOfDeletedOrders,
  moveStoredAnswersToAccount,
  type StoredAnswerRow,
} from './sql.ts';
export { findAnswerCtes, type StoredAnswerInput, storeAnswerCte } from './sql-within.ts';
