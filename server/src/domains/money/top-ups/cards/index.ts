export {
  type AuthorizedCard,
  abandonOrder,
  authorizeOrder,
  type CardOrder,
  followKind,
  settleKind,
} from './authorize-order.ts';
export { authorizationLost } from './failures.ts';
export { cardJobs } from './jobs.ts';
export { type CardPaymentState, cardRefundId, listTestCards, minCents as cardMinCents } from './model.ts';
export type { CardNeeds } from './needs.ts';
export { recoverCardsKind } from './recover-card-payments.ts';
export { refundPayer } from './refund-payer.ts';
export { type Coverage, coverageOf, ensureAuthorized } from './renew-authorization.ts';
export { cardRoutes } from './routes.ts';
export { eraseCardsOf, receiveCardEvent } from './setup-card.ts';
export {
  acceptCardPaymentsCte,
  claimCardPaymentsCte,
  coveredByCardCte,
  moveCardPaymentsToAccount,
} from './sql.ts';
export { type CardRow, listCards, moveCardsToAccount } from './sql-cards.ts';
export { closeCardDebt, listOpenCardPayments } from './sql-open-card-payments.ts';
export { createStripeCards } from './stripe-gateway.ts';
