export { answerAction, findActionOf } from './answer.ts';
export { actionClosed } from './failures.ts';
export { actionJobs, queueActionMail } from './jobs.ts';
export {
  type ActionKind,
  actionTimeoutMs,
  isRefusal,
  type NewAction,
  orderEndingOf,
} from './model.ts';
export { openAction, presentAction } from './present.ts';
export {
  addressLines,
  describePurchase,
  isPurchaseSummary,
  moneyText,
  namedText,
  oneLine,
  ownCardPayment,
  type PurchaseSummary,
  paymentOf,
  paymentText,
  type QuotedCart,
  requesterOf,
  shownDigest,
  shownPrice,
  taxLabel,
  unknownPrices,
  variantText,
} from './purchase-summary.ts';
export { draftAction, requestAction } from './request-action.ts';
export { ActionView, AnswerBody } from './schema.ts';
export { actionSealedColumns, consumeAnswer, openResume } from './secret-answers.ts';
export {
  type ActionRow,
  type ActionWithOrder,
  actionsJsonOf,
  closeActions,
  eraseActionsOf,
  findActionWithOrder,
  findOpenAction,
  listActionsOfOrder,
  listOperatorActions,
  type OpenActionRow,
  writeAnswer,
  writeDeadline,
  writeExpired,
} from './sql.ts';
