import type { Clock } from '../../../src/kit/clock.ts';

export type Json = Record<string, unknown>;

export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** Sent as it is, in place of the body. */
  text?: string;
  bytes?: Buffer;
}

export type Operation =
  | 'token'
  | 'search'
  | 'product'
  | 'offers'
  | 'order'
  | 'trial'
  | 'details'
  | 'tracking'
  | 'reports'
  | 'shipments'
  | 'invoices'
  | 'createReport'
  | 'getReport'
  | 'getReportDocument'
  | 'file';

/** What happens to a call instead of a response: it never arrives, its response doesn't, or Amazon fails. */
export type Fault =
  | 'lost before'
  | 'lost after'
  | 'html'
  | 'missing page'
  | 'denied page'
  | 401
  | 403
  | 429
  | 500
  | 503
  | 504;

/** How the stand-in behaves. Undocumented behavior is a switch here. */
export interface Behavior {
  currency: string;
  /** Marketplaces that the account shops in. */
  regions: readonly string[];
  /** The same external id twice: the first result again, a 400, or a second order. */
  duplicates: 'replay' | 'reject' | 'buy';
  /** How long an order is hidden after it was placed. */
  visibleAfterMs: number;
  /** The buying group is in test mode: every order is silently a trial. */
  isTestMode: boolean;
  /** The most that is sold of a line. */
  availableMost: number | null;
  /** The quantity that a real order gets of line 1, whatever a trial said. */
  soldOfFirstLine: number | null;
  /** By how many cents the unit price rose since it was read. Trials show it too if `isRiseShown`. */
  priceRise: number;
  isRiseShown: boolean;
  shippingRise: number;
  /** The tolerance of the account's order safeguards. */
  tolerancePercent: number;
  /** Unknown artifacts and attributes. */
  hasUnknownArtifacts: boolean;
  /** A charge is for one unit, so the totals don't add up. */
  hasChargesOfPieces: boolean;
  discount: number;
  /** Prices and charges contain the tax, as in Germany. */
  hasTaxInside: boolean;
  /** What a rejection says beside or instead of quantities. */
  rejection: Json[] | null;
  /** Calls a second, and how many at once, by operation. Null: no limit. */
  rate: { perSecond: number; burst: number } | null;
  /** Whether a refused call is told when to come back. */
  saysRetryAfter: boolean;
  tokenSeconds: number;
  hasReports: boolean;
  reportsPerPage: number;
  /** Further pages of a report expire at once. */
  losesReportPages: boolean;
  /** How often a PDF report is still in progress when it is asked for. */
  reportWaits: number;
  /** How the report ends. */
  reportStatus: 'DONE' | 'FATAL' | 'CANCELLED';
  isCompressed: boolean;
  /** Whether the account gets one invoice for several orders. */
  isConsolidated: boolean;
  /** What an invoice is. */
  paper: Buffer;
}

export const ordinary: Behavior = {
  currency: 'USD',
  regions: ['US'],
  duplicates: 'reject',
  visibleAfterMs: 0,
  isTestMode: false,
  availableMost: null,
  soldOfFirstLine: null,
  priceRise: 0,
  isRiseShown: false,
  shippingRise: 0,
  tolerancePercent: 0,
  hasUnknownArtifacts: false,
  hasChargesOfPieces: false,
  discount: 0,
  hasTaxInside: false,
  rejection: null,
  rate: null,
  saysRetryAfter: false,
  tokenSeconds: 3600,
  hasReports: true,
  reportsPerPage: 2,
  losesReportPages: false,
  reportWaits: 1,
  reportStatus: 'DONE',
  isCompressed: false,
  isConsolidated: false,
  paper: Buffer.from('%PDF-1.4 invoice'),
};

export interface SoldLine {
  externalId: string;
  asin: string;
  quantity: number;
  orderId: string;
  result: Json;
}

export interface SoldOrder {
  externalId: string;
  purchaseOrderNumber: string;
  orderId: string;
  placedAt: Date;
  total: number;
  result: { lineItems: Json[]; acceptanceArtifacts: Json[]; rejectionArtifacts: Json[] };
  /** 1: shipped, 2: delivered. */
  steps: number;
  isCanceled: boolean;
  isRefunded?: boolean;
}

export interface Seen {
  operation: Operation;
  at: number;
  path: string;
  headers: Record<string, string>;
  body: Json;
}

export interface State {
  clock: Clock;
  origin: string;
  behavior: Behavior;
  orders: SoldOrder[];
  seen: Seen[];
  tokens: Map<string, number>;
  /** Invoices of other orders that Amazon lists by mistake. */
  strayInvoices: Json[];
  /** Orders whose shipments Amazon lists by mistake. */
  strayShipments: string[];
  /** PDF reports by ID: the invoice, and how often it is still in progress. */
  papers: Map<string, { invoiceId: string; waits: number }>;
  /** One for each operation that has a limit of its own. */
  buckets: Map<string, { tokens: number; at: number }>;
  /** Calls above the allowed rate. */
  refused: Operation[];
  faults: { operation: Operation; fault: Fault }[];
  /** Chooses the fault of a call; undefined: the next one in `faults`. */
  chooseFault?: (call: Seen) => Fault | null;
}

export const errorBody = (code: string, message = code): { errors: Json[] } => ({ errors: [{ code, message }] });
