import type { FindAnswer } from './contract.ts';

/** Nothing is known of a cart, and the store's records cannot be listed: only a person can look. */
export const lookupUnsupported: FindAnswer = {
  kind: 'unsure',
  message: 'No checkout was recorded for this order, and the store cannot be searched for it.',
  isFinal: true,
};
