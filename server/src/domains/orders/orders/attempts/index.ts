/** Statements for the attempts to buy an order. The placement slice decides which one runs. */
export type { LoadedPlacement, PlacementItem, PlacementRow } from './rows.ts';
export { loadOlderOutOfQueue, loadPlacement } from './sql.ts';
export {
  claimOrder,
  claimOrders,
  markManySubmitting,
  type SubmittingOrder,
  saveExchange,
  takeOverUnknownOutcome,
  writeStoreOfOrder,
} from './sql-claim.ts';
export { claimForDesk, isBoughtByDesk, listBoughtByDesk, markBoughtByDesk, markDeskDone } from './sql-desk.ts';
export { writeFailed, writeRetry } from './sql-failed.ts';
export { eraseHoldSwitchOf, findHold, findHoldSwitch, runOrderNow, writeHold, writeHoldSwitch } from './sql-holds.ts';
export { type PlacedRow, writeExchangedPlaced, writePlaced } from './sql-placed.ts';
export { markOpenOrdersUnknown } from './sql-restored.ts';
export { type AftercareRow, findAftercare, loadSecrets, type SecretsRow } from './sql-secrets.ts';
export {
  type AttemptsRow,
  countUnknownOutcomes,
  findAttempts,
  findEarliestPurchase,
  findPurchaseOwner,
  hasOpenDuplicate,
  isPurchaseRecorded,
  listUncertainOrders,
  listUnknownOutcomes,
  loadStatuses,
  lockOrderNumbers,
  markAssumedAbsent,
  markNeedsReview,
  type UncertainOrder,
} from './sql-unknown-outcomes.ts';
export { hasServiceAccount, markWaiting, runOrdersNow, writeRequestedAction } from './sql-waiting.ts';
