export { noLimitCents } from './model.ts';
export { type QuoteNeeds, quoteOrder } from './quote-order.ts';
export { quoteRoutes } from './routes.ts';
export { pruneQuotes } from './store.ts';
export { eraseQuotesOf } from './store-erase.ts';
export { useQuote } from './use-quote.ts';
