/**
 * A key names one request of an account, a world and an operation. The same request with the same key gets the first answer again
 * and is not carried out; another body with it is a conflict (409 already_exists); while the first is under way it is 409
 * idempotency_in_flight. A refusal is not remembered. Three ways to keep that: `runIdempotent` around a transaction, `claimOnce` around work
 * that is more than one (`installIdempotency` does so for every POST that does not itself), and `findAnswerCtes` inside a statement. A paid call keeps its answer with its payment, in these words.
 */
export type { Claim } from './claim.ts';
export { createdIdOf } from './created-id.ts';
export { requestStillRunning } from './failures.ts';
export { installIdempotency } from './install-idempotency.ts';
export { packAnswer, unpackAnswer } from './packed-answer.ts';
export { type CanPackAnswers, createCanPackAnswers } from './packing.ts';
export {
  type Answer,
  type CreatedAnswer,
  type IdempotentRequest,
  idempotentRequestFrom,
  replayAnswer,
  runIdempotent,
} from './run-idempotent.ts';
export { sendAnswer } from './send-answer.ts';
export {
  deleteStoredAnswersBefore,
  eraseStoredAnswersOf,
  findStoredAnswer,
  forgetKeysOfDeletedOrders,
  moveStoredAnswersToAccount,
  type StoredAnswerRow,
} from './sql.ts';
export { findAnswerCtes, type StoredAnswerInput, storeAnswerCte } from './sql-within.ts';
