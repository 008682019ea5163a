/** The statements that take an order through its attempts to buy. The placement slice decides which one runs. */
export type { LoadedPlacement, PlacementItem, PlacementRow } from './rows.ts';
export { loadOlderOutOfQueue, loadPlacement } from './sql.ts';
export { writeAsking } from './sql-asking.ts';
export { claimOrder, claimOrders, markManySubmitting, type Submitting, takeOverDoubt } from './sql-claim.ts';
export { claimForDesk, isBoughtByDesk, listBoughtByDesk, markBoughtByDesk, markDeskDone } from './sql-desk.ts';
export {
  countDoubts,
  type DoubtRow,
  earliestPurchase,
  hasOpenTwin,
  isPurchaseTaken,
  listDoubts,
  loadStatuses,
  markNeedsReview,
} from './sql-doubts.ts';
export { writeFailed, writeRetry } from './sql-failed.ts';
export { eraseHoldSwitchOf, findHold, findHoldSwitch, hurryOrder, writeHold, writeHoldSwitch } from './sql-holds.ts';
export { listQuestioned, markAssumedAbsent, type QuestionedOrder } from './sql-in-question.ts';
export { type PlacedRow, writeManyPlaced, writePlaced } from './sql-placed.ts';
export { doubtOpenOrders } from './sql-restored.ts';
export { type AftercareRow, findAftercare, loadSecrets, type SecretsRow } from './sql-secrets.ts';
export { hasOwnAccount, hurryOrdersOf, markWaiting } from './sql-waiting.ts';
