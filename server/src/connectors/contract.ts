import type { World } from '../kit/world.ts';
import type { RequestParts } from '../platform/message-signatures.ts';
import type { RetailerAccount } from './contract/account.ts';
import type {
  CancelAnswer,
  CancelQuery,
  DocumentsAnswer,
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
 * What every retailer can be asked. A connector declares which of these abilities it has; the registry and
 * `GET /retailers` tell the truth from that. docs/decisions/0009-connector-contract.md walks this page through four
 * real kinds of store.
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
  /** The configured store's own name; absent for the simulator and for connectors that are not configured. */
  readonly store?: string;
  /** Whether it takes purchases now: not paused after failures, and usable as configured. */
  isAvailable?(): boolean;
  readonly world: W;
  readonly abilities: ReadonlySet<Ability>;
  /** Brand identifiers (or store domains) that this connector serves. */
  readonly retailers: readonly string[];
  /** Wishes beyond the plain purchase that this store fulfils; the others are refused before it is asked. */
  readonly honours: ReadonlySet<Option>;
  /** How `find` recognizes a purchase without a recorded handle, as after a restore. */
  readonly lookup: Lookup;
  /** The currency that it sells in (ISO 4217), unless a product's reference names another. */
  readonly currency: string;
  /** How the exchange rate behaves in the story that a sandbox order tells. */
  rateStory?(refs: readonly ProductRef[]): 'moved' | 'stale' | null;
  /** A person looks at every cart before the button is pressed: the engine asks (mode `review` of a store). */
  readonly isReviewed?: boolean;
  /** How long a search over all stores waits for this one; without it, as long as for everybody. */
  readonly patienceMs?: number;
  /** How long nine of ten of its searches took anywhere, 0 while it is silent; null: nothing is known. */
  usualSearchMs?(): number | null;
  /** Tells the other processes how long its searches take now. */
  recordSearchMs?(usualMs: number): void;
  /**
   * How long after a submit whose answer was lost a purchase may still appear in the store's history. A connector that
   * cannot fence needs it, and one whose `lookup` works without a handle, since a cart nobody recorded cannot be fenced.
   * Without either, an unknown outcome goes to the operator.
   */
  readonly lateWindowMs?: number;

  /** A person completes every purchase there: `submit` hands it over by itself, and no review is asked for before. */
  readonly handsOver?: boolean;

  /** Which product this address shows, or null when the address is not of a store served here. */
  locate(url: URL): ProductRef | null;
  /**
   * The address of a product by its id, for clients that know ids only; null when no product of that store can have
   * this id. Whether it is sold there is not asked.
   */
  addressOf?(ref: ProductRef): string | null;
  /** True when this domain is a store that this connector serves beside the brands. */
  servesDomain(domain: string): boolean;
  /** A problem that the store can tell at once, before anything is bought: the order is refused while it is asked for. */
  precheck?(lines: readonly { ref: ProductRef; url: string }[]): Precheck | null;

  search?(retailer: string, query: SearchQuery, call: Call): Promise<SearchPage>;
  product?(ref: ProductRef, call: Call): Promise<ProductAnswer>;
  offers?(ref: ProductRef, query: OffersQuery, call: Call): Promise<OffersAnswer>;

  /** Log in, fill an empty cart, choose offers, read the total with tax and shipping. Buys nothing. */
  prepare?(request: PurchaseRequest, call: Call): Promise<Prepared>;
  /** Press the buy button. Called once per prepared checkout, after the intent to do so was committed. */
  submit?(checkout: Checkout, request: PurchaseRequest, call: Call): Promise<Outcome>;
  /** Let go of a cart that will not be bought: a quote is a prepare and then this. */
  release?(checkout: Checkout, request: PurchaseRequest, call: Call): Promise<void>;
  /**
   * Sees by itself that a person did what an `open_url` or `buy` question asked for at the store. `look` gets the question's
   * `resume`, and answers what the person would have answered; null: not yet.
   */
  readonly watch?: { everyMs: number; look(resume: string, call: Call): Promise<unknown> };
  /**
   * Looks for this purchase in the store's own records. Says `absent` only if the store was asked and shows none; without
   * a handle, and without a `lookup`, it says `unsure`.
   */
  find?(query: FindQuery, call: Call): Promise<FindAnswer>;
  /**
   * Makes a late purchase impossible: cancels the open carts and sessions of this purchase. `fenced: true` says that the
   * store confirmed it, so what `find` shows afterwards is final. Without a handle there is usually nothing to cancel:
   * `fenced: false`.
   */
  fence?(query: FindQuery, call: Call): Promise<{ fenced: boolean }>;
  /** Every purchase that the store sold under a reference of ours, page by page: after a restore some have no order. */
  history?(query: HistoryQuery, call: Call): Promise<HistoryPage>;

  track?(purchase: PurchaseRecord, call: Call): Promise<TrackAnswer>;
  cancel?(query: CancelQuery, call: Call): Promise<CancelAnswer>;

  /** The reason and method codes that the store takes for a return. */
  returnOptions?(retailer: string): ReturnOptions;
  requestReturn?(request: ReturnRequest, call: Call): Promise<ReturnAnswer>;
  /** How a return that was left `open` stands now. */
  checkReturn?(request: ReturnRequest, call: Call): Promise<ReturnAnswer>;
  /** Whether the store has refunded a return that it approved. Stores that cannot tell leave it out. */
  checkRefund?(request: ReturnRequest, call: Call): Promise<RefundAnswer>;

  /** Invoices and credit notes, where the store hands them out; `countries` of the address, null: all. */
  readonly documents?: {
    countries: readonly string[] | null;
    /** Products that have documents in every country. */
    alsoFor?(url: URL): boolean;
    list(purchase: PurchaseRecord, call: Call): Promise<DocumentsAnswer>;
  };

  /** Whether a message that came by itself is this store's own, by its signature. Stores without keys send none. */
  vouchesFor?(message: RequestParts, call: Call): Promise<SignatureCheck>;

  /** How an account there is handed over without its password, where the store has a way for that. */
  readonly linking?: Linking;
  /** Log in without buying, to see whether the credentials work. */
  login?(retailer: string, account: RetailerAccount, call: Call): Promise<LoginAnswer>;
}
