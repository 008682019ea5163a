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
  /** Units by item; empty: only an amount. */
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
  /** Cents per unit of each line. */
  soldAt: number[];
  totals: Posted;
  createdAt: string;
  modifiedAt: string;
  /** Paid, whatever its status says now. */
  isPaid?: boolean;
  refunds?: Refund[];
}

export const rates = [
  { rate_id: 'flat_rate:1', method_id: 'flat_rate', name: 'Flat rate', price: 500 },
  { rate_id: 'express:2', method_id: 'flat_rate', name: 'Express', price: 1500 },
  { rate_id: 'pickup_location:0', method_id: 'pickup_location', name: 'Pick up', price: 0 },
];

export interface WooStandInOptions {
  /** Before 10.8, opening the checkout drafts an order; later versions draft it on submit. */
  draftsEarly?: boolean;
  /** A plug-in validates the request before anything is drafted. */
  isStrict?: boolean;
  /** Another plug-in: nothing has to be paid, whatever it costs. */
  isFree?: boolean;
  /** Percent of tax on everything. */
  taxPercent?: number;
  /** Decimal places of the shop's minor units. */
  decimals?: number;
  currency?: string;
  /** Without permalinks: the API is a query parameter, and everything else a WordPress page. */
  hasPlainAddresses?: boolean;
}
