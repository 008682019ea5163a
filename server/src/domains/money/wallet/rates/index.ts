export { createRates, type Rates } from './rates.ts';
