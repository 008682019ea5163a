import type { Case } from './model.ts';

export function presentCase({ state, messages }: Case) {
  return {
    state,
    messages: messages.map(({ type, message, timestamp }) => ({ type, message, timestamp: timestamp.toISOString() })),
  };
}
