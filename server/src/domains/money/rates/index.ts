export { createRates, type RateAnswer, type RateStory, type Rates } from './rates.ts';
