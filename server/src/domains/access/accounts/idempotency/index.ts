/**
 * A key names one request of an account, a world and an operation. The same request with the same key gets the first answer again
 * and is not carried out; another body with it is a conflict (409 already_exists); while the first is under way it is 409
 * idempotency_in_flight. A refusal is not remembered. Three ways to keep that: `doOnce` around a transaction, `claimOnce` around work
 * that is more than one (`rememberPosts` does so for every POST that does not itself), and `rememberedCtes` inside a statement. A paid call keeps its answer with its payment, in these words.
 */
export type { Claim } from './claim.ts';
export { stillRunning } from './failures.ts';
export { madeId } from './made-id.ts';
export { type Answer, doOnce, type Made, type Once, onceFrom, replay } from './once.ts';
export { answerText, packAnswer } from './packed-answer.ts';
export { createMayPack, type MayPack } from './packing.ts';
export { rememberPosts } from './remember-posts.ts';
export { sendAnswer } from './send-answer.ts';
export {
  eraseRememberedOf,
  findRemembered,
  forgetKeysOfDeletedOrders,
  forgetRemembered,
  moveRememberedToAccount,
  type RememberedRow,
} from './sql.ts';
export { type RememberedInput, rememberCte, rememberedCtes } from './sql-within.ts';
