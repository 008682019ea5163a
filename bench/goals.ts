/** What a measurement should reach, and whether it did. */
export interface Goal {
  text: string;
  isMet: boolean;
}

const numberText = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 });

export const atMost = (value: number, limit: number, unit = ''): Goal => ({
  text: `at most ${numberText(limit)}${unit}`,
  isMet: value <= limit,
});

export const atLeast = (value: number, limit: number, unit = ''): Goal => ({
  text: `at least ${numberText(limit)}${unit}`,
  isMet: value >= limit,
});

export const goalTexts = (goals: readonly Goal[]): string => goals.map(({ text }) => text).join('; ');

/** `yes`, or the goals that were missed; nothing without goals. */
export function verdictOn(goals: readonly Goal[]): string {
  const missed = goals.filter(({ isMet }) => !isMet);
  if (goals.length === 0) return '';
  return missed.length === 0 ? 'yes' : `no: ${goalTexts(missed)}`;
}
