export { quoteRoutes } from './routes.ts';
export { pruneQuotes } from './store.ts';
export { useQuote } from './use-quote.ts';
