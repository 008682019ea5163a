import { isRate } from '../../../../kit/exchange-rate.ts';
import { fieldsOf, textOf } from '../../../../kit/fields.ts';
import { isCurrency } from '../../../../kit/money.ts';

/** How much of each currency one US dollar is worth, as decimal text. */
export interface RateTable {
  date: Date;
  rates: ReadonlyMap<string, string>;
}

/** Keeps numbers as text: a rate is never a float. */
function parseWithNumberTexts(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value,
  );
}

/** `{"base": "USD", "date": "2026-11-17T06:00:00Z", "rates": {"EUR": 0.92}}`. Throws for anything else. */
export function readRates(text: string): RateTable {
  const { base, date, rates } = fieldsOf(parseWithNumberTexts(text));
  if (base !== 'USD') throw new Error('"base" must be "USD".');
  const at = new Date(textOf(date) ?? '');
  if (Number.isNaN(at.getTime())) throw new Error('"date" must be a date, such as "2026-11-17T06:00:00Z".');
  const entries = Object.entries(fieldsOf(rates)).filter(([currency]) => isCurrency(currency) && currency !== 'USD');
  if (entries.length === 0) throw new Error('"rates" must have at least one currency code with its rate.');
  const table = new Map<string, string>();
  for (const [currency, rate] of entries) {
    if (typeof rate !== 'string' || !isRate(rate))
      throw new Error(`The rate for ${currency} must be a number above 0.`);
    table.set(currency, rate);
  }
  return { date: at, rates: table };
}
