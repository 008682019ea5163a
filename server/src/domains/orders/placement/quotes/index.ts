export { noLimitCents } from './model.ts';
export { type QuoteNeeds, quoteOrder } from './quote-order.ts';
export { quoteRoutes } from './routes.ts';
export { pruneQuotes } from './sql.ts';
export { eraseQuotesOf } from './sql-erase.ts';
export { useQuote } from './use-quote.ts';
