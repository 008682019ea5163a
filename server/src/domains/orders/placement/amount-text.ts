import { formatMoney } from '../../../kit/money.ts';

/** US cents as the API shows them, other currencies formatted for people. */
export const amountText = (amount: number, currency: string, unit = ' cents'): string =>
  currency === 'USD' ? `${amount}${unit}` : formatMoney({ amount, currency });
