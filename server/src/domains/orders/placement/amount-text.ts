import { formatMoney } from '../../../kit/money.ts';

/** US cents as the API counts them; other currencies as people write them. */
export const amountText = (amount: number, currency: string, unit = ' cents'): string =>
  currency === 'USD' ? `${amount}${unit}` : formatMoney({ amount, currency });
