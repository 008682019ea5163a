import type { World } from '../kit/world.ts';
import type { RequestParts } from '../platform/message-signatures.ts';
import type { ReadOnlyRetailerAccount, RetailerAccount } from './contract/account.ts';
import type {
  CancelAnswer,
  CancelQuery,
  DocumentsAnswer,
  DocumentsQuery,
  LoginAnswer,
  RefundAnswer,
  ReturnAnswer,
  ReturnOptions,
  ReturnRequest,
  SignatureCheck,
  TrackAnswer,
} from './contract/after-buying.ts';
import type { Checkout, Outcome, Precheck, Prepared, PurchaseRecord, PurchaseRequest } from './contract/buying.ts';
import type { Call } from './contract/call.ts';
import type {
  OffersAnswer,
  OffersQuery,
  ProductAnswer,
  ProductRef,
  SearchPage,
  SearchQuery,
} from './contract/catalog.ts';
import type { FindAnswer, FindQuery, HistoryPage, HistoryQuery, Lookup } from './contract/finding.ts';
import type { Linking } from './contract/linking.ts';
import type { Option } from './contract/option.ts';

export { type Block, blocks, type Refusal, refusals } from '../wire/failure-reasons.ts';
export * from './contract/account.ts';
export * from './contract/action.ts';
export * from './contract/after-buying.ts';
export * from './contract/buying.ts';
export * from './contract/call.ts';
export * from './contract/catalog.ts';
export * from './contract/finding.ts';
export * from './contract/linking.ts';
export * from './contract/option.ts';
export * from './contract/test-fault.ts';

/**
 * What a store can do. The registry and `GET /retailers` show what each connector declares.
 * docs/decisions/0009-connector-contract.md explains the contract with four kinds of store.
 */
export const abilities = [
  'search',
  'product',
  'offers',
  'checkout',
  'quote',
  'find',
  'fence',
  'history',
  'track',
  'cancel',
  'return',
  'login',
] as const;
export type Ability = (typeof abilities)[number];

export interface Connector<W extends World = World> {
  readonly name: string;
  /** Name of the configured store. Absent for the simulator. */
  readonly store?: string;
  /** Whether it is usable now: configured correctly and not paused. */
  isAvailable?(): boolean;
  readonly world: W;
  readonly abilities: ReadonlySet<Ability>;
  /** Brand identifiers (or store domains) that this connector serves. */
  readonly retailers: readonly string[];
  /** Options that this store supports. Orders with other options are refused first. */
  readonly honours: ReadonlySet<Option>;
  /** How `find` recognizes a purchase without a recorded handle, as after a restore. */
  readonly lookup: Lookup;
  /** Currency (ISO 4217), unless a product reference names another. */
  readonly currency: string;
  /** How the exchange rate behaves in a sandbox scenario. */
  rateStory?(refs: readonly ProductRef[]): 'moved' | 'stale' | null;
  /** A person approves every cart before purchase (mode `review`). */
  readonly isReviewed?: boolean;
  /** Maximum wait for this store in a search of all stores. */
  readonly patienceMs?: number;
  /** The 90th percentile of search times in all processes. 0: not responding, null: unknown. */
  usualSearchMs?(): number | null;
  /** Shares the search time with other processes. */
  recordSearchMs?(usualMs: number): void;
  /**
   * How long after a lost response a purchase may still appear in the store's history. Required without `fence`, and
   * for a `lookup` without a handle, because an unrecorded cart can't be fenced. Otherwise an unknown outcome goes to
   * the operator.
   */
  readonly lateWindowMs?: number;

  /** A person completes every purchase, so `submit` hands it over without a review. */
  readonly handsOver?: boolean;

  /** The product at this URL. Null if the URL belongs to no store of this connector. */
  locate(url: URL): ProductRef | null;
  /** The URL of a product ID. Null if the store has no such IDs. Doesn't check whether the product exists. */
  addressOf?(ref: ProductRef): string | null;
  /** Whether this connector serves this domain besides its brands. */
  servesDomain(domain: string): boolean;
  /** A problem known at once. The order request is refused. */
  precheck?(lines: readonly { ref: ProductRef; url: string }[]): Precheck | null;

  search?(retailer: string, query: SearchQuery, call: Call): Promise<SearchPage>;
  product?(ref: ProductRef, call: Call): Promise<ProductAnswer>;
  offers?(ref: ProductRef, query: OffersQuery, call: Call): Promise<OffersAnswer>;

  /** Log in, fill an empty cart, choose offers, read the total with tax and shipping. Buys nothing. */
  prepare?(request: PurchaseRequest, call: Call): Promise<Prepared>;
  /** Press the buy button. Called once per prepared checkout, after the intent to do so was committed. */
  submit?(checkout: Checkout, request: PurchaseRequest, call: Call): Promise<Outcome>;
  /** Empties a cart that won't be bought. A quote is `prepare`, then `release`. */
  release?(checkout: Checkout, request: PurchaseRequest, call: Call): Promise<void>;
  /**
   * Detects that a person completed an `open_url` or `buy` action at the store. `look` gets the action's `resume` and the
   * account that the order keeps (null: none), and returns the answer, or null.
   */
  readonly watch?: {
    everyMs: number;
    look(resume: string, account: ReadOnlyRetailerAccount | null, call: Call): Promise<unknown>;
  };
  /**
   * Looks for the purchase in the store's records. `absent` only if the store was asked and shows none. Without a
   * handle and `lookup`, `unsure`.
   */
  find?(query: FindQuery, call: Call): Promise<FindAnswer>;
  /**
   * Makes a late purchase impossible by canceling open carts and sessions. `fenced: true`: the store confirmed it, so
   * the next `find` is final. Without a handle, usually false.
   */
  fence?(query: FindQuery, call: Call): Promise<{ fenced: boolean }>;
  /** Every purchase with a reference of ours, page by page. After a restore, some may have no order. */
  history?(query: HistoryQuery, call: Call): Promise<HistoryPage>;

  track?(purchase: PurchaseRecord, call: Call): Promise<TrackAnswer>;
  cancel?(query: CancelQuery, call: Call): Promise<CancelAnswer>;

  /** The reason and method codes that the store takes for a return. */
  returnOptions?(retailer: string): ReturnOptions;
  requestReturn?(request: ReturnRequest, call: Call): Promise<ReturnAnswer>;
  /** Current status of an `open` return. */
  checkReturn?(request: ReturnRequest, call: Call): Promise<ReturnAnswer>;
  /** Whether the store has refunded an approved return. Absent if it can't tell. */
  checkRefund?(request: ReturnRequest, call: Call): Promise<RefundAnswer>;

  /** Invoices and credit notes. `countries`: destinations that have them, null for all. */
  readonly documents?: {
    countries: readonly string[] | null;
    /** Products that have documents in every country. */
    alsoFor?(url: URL): boolean;
    list(purchase: PurchaseRecord, query: DocumentsQuery, call: Call): Promise<DocumentsAnswer>;
  };

  /** Verifies the signature of an incoming message. */
  vouchesFor?(message: RequestParts, call: Call): Promise<SignatureCheck>;

  /** Links an account without its password, if the store supports it. */
  readonly linking?: Linking;
  /** Log in without buying, to see whether the credentials work. */
  login?(retailer: string, account: RetailerAccount, call: Call): Promise<LoginAnswer>;
}
