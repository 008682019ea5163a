declare const cents: unique symbol;

/** Whole cents of a US dollar. Never a float, not even in between. */
export type Cents = number & { readonly [cents]: true };

export function toCents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of cents: ${value}`);
  return value as Cents;
}

export const zeroCents = toCents(0);

export function addCents(...amounts: Cents[]): Cents {
  return toCents(amounts.reduce((sum, amount) => sum + amount, 0));
}

export function subtractCents(from: Cents, amount: Cents): Cents {
  return toCents(from - amount);
}

export function timesCents(amount: Cents, factor: number): Cents {
  return toCents(amount * factor);
}

const inGroups = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 123456 becomes "$1,234.56": for people, never for arithmetic. */
export function formatCents(amount: number): string {
  const sign = amount < 0 ? '-' : '';
  const absolute = Math.abs(amount);
  const dollars = inGroups.format(Math.floor(absolute / 100));
  return `${sign}$${dollars}.${String(absolute % 100).padStart(2, '0')}`;
}
