import { type Cents, subtractCents, toCents, zeroCents } from '../../../kit/money.ts';
import type { Address } from '../../contract.ts';

/** State sales tax in thousandths of a percent: 7250 is 7.25 %. */
const salesTaxes: Readonly<Record<string, number>> = {
  AL: 4000,
  AK: 0,
  AZ: 5600,
  AR: 6500,
  CA: 7250,
  CO: 2900,
  CT: 6350,
  DE: 0,
  DC: 6000,
  FL: 6000,
  GA: 4000,
  HI: 4000,
  ID: 6000,
  IL: 6250,
  IN: 7000,
  IA: 6000,
  KS: 6500,
  KY: 6000,
  LA: 5000,
  ME: 5500,
  MD: 6000,
  MA: 6250,
  MI: 6000,
  MN: 6875,
  MS: 7000,
  MO: 4225,
  MT: 0,
  NE: 5500,
  NV: 6850,
  NH: 0,
  NJ: 6625,
  NM: 4875,
  NY: 4000,
  NC: 4750,
  ND: 5000,
  OH: 5750,
  OK: 4500,
  OR: 0,
  PA: 6000,
  RI: 7000,
  SC: 6000,
  SD: 4200,
  TN: 7000,
  TX: 6250,
  UT: 6100,
  VT: 6000,
  VA: 5300,
  WA: 6500,
  WV: 6000,
  WI: 5000,
  WY: 4000,
  PR: 10500,
  GU: 0,
  VI: 0,
  AS: 0,
  MP: 0,
  AA: 0,
  AE: 0,
  AP: 0,
};

/** Included VAT in percent. */
const includedTaxes: Readonly<Record<string, number>> = { DE: 19, IT: 22 };

export interface Taxed {
  /** Subtotal without included tax. */
  subtotal: Cents;
  tax: Cents;
}

/** Null for a US state that does not exist. */
export function taxOf(address: Address, subtotal: Cents): Taxed | null {
  const included = includedTaxes[address.country];
  if (included !== undefined) {
    const tax = rounded(subtotal * included, 100 + included);
    return { subtotal: subtractCents(subtotal, tax), tax };
  }
  if (address.country !== 'US') return { subtotal, tax: zeroCents };
  const rate = salesTaxes[(address.state ?? '').toUpperCase()];
  return rate === undefined ? null : { subtotal, tax: rounded(subtotal * rate, 100_000) };
}

/** Integer division, rounded half up. */
function rounded(numerator: number, denominator: number): Cents {
  return toCents(Math.floor((2 * numerator + denominator) / (2 * denominator)));
}
