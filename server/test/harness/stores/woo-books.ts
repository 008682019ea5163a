import type { WooProduct } from './woo-catalog.ts';

export interface Item {
  key: string;
  product: WooProduct;
  quantity: number;
  variation: { attribute: string; value: string }[];
}

export type Posted = Record<string, unknown>;

export interface Session {
  token: string;
  items: Item[];
  billing: Posted;
  shipping: Posted;
  rate: string | null;
  orderId: number | null;
}

export interface Refund {
  cents: number;
  reason: string;
  at: string;
  /** Units of each item, by its place in the order; none: an amount alone. */
  units: number[];
}

export interface Order {
  id: number;
  key: string;
  status: string;
  items: Item[];
  billing: Posted;
  shipping: Posted;
  note: string;
  /** Cents for a piece of each line. */
  soldAt: number[];
  totals: Posted;
  createdAt: string;
  modifiedAt: string;
  /** Paid for, whatever its status says now. */
  isPaid?: boolean;
  refunds?: Refund[];
}

export const rates = [
  { rate_id: 'flat_rate:1', method_id: 'flat_rate', name: 'Flat rate', price: 500 },
  { rate_id: 'express:2', method_id: 'flat_rate', name: 'Express', price: 1500 },
  { rate_id: 'pickup_location:0', method_id: 'pickup_location', name: 'Pick up', price: 0 },
];

export interface WooStandInOptions {
  /** Shops before 10.8 draft an order when their checkout is looked at; later ones when their button is pressed. */
  draftsEarly?: boolean;
  /** A plug-in looks at what is posted before anything is drafted. */
  isStrict?: boolean;
  /** Nothing has to be paid for, whatever it costs: another plug-in. */
  isFree?: boolean;
  /** Percent of tax on everything. */
  taxPercent?: number;
  /** How many decimal places the shop calculates with: its minor units are as small. */
  decimals?: number;
  currency?: string;
  /** The shop has no pretty addresses: its API is a parameter, and everything else a page of WordPress. */
  hasPlainAddresses?: boolean;
}
