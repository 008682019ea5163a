export { quoteRefused } from './failures.ts';
export { noLimitCents, suggestedMaxPrice } from './model.ts';
export { type QuoteNeeds, quoteOrder } from './quote-order.ts';
export { quoteRoutes } from './routes.ts';
export { eraseQuotesOf, findQuote, pruneQuotes } from './sql.ts';
export { useQuote } from './use-quote.ts';
