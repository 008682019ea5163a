import type { TSchema } from 'typebox';
import type { Clock } from '../kit/clock.ts';
import type { World } from '../kit/world.ts';
import type { Logger } from '../platform/logger.ts';
import type { SigningKey } from '../platform/message-signatures.ts';
import type { Ability, Address, Call, Connector, PurchaseRequest, RetailerAccount } from './contract.ts';
import type { StoreProblem } from './refuse.ts';
import type { StoreClient } from './store-client.ts';

export const storeKindNames = [
  'vendure',
  'medusa',
  'woocommerce',
  'shopify',
  'amazon-business',
  'mouser',
  'ucp',
  'browser',
  'desk',
] as const;
export type StoreKindName = (typeof storeKindNames)[number];

/**
 * `automatic`: we press the button. `review`: a person looks first. `link`: a checkout link is handed over.
 * `catalogue`: it sells nothing.
 */
export const storeModes = ['automatic', 'review', 'link', 'catalogue'] as const;
export type StoreMode = (typeof storeModes)[number];

/** A store as an operator configured it. */
export interface Store<W extends World = World> {
  /** The retailer's identifier in the API. */
  name: string;
  kind: StoreKindName;
  world: W;
  /** The storefront's origin (`https://shop.example.com`); null for people who buy anywhere. */
  url: string | null;
  /** Other origins whose product addresses are this store's. */
  also: readonly string[];
  /** Where the API is, without a trailing slash: `url` unless it differs. */
  apiUrl: string | null;
  currency: string;
  /** ISO 3166 codes; null: the store decides. */
  countries: readonly string[] | null;
  mode: StoreMode;
  /** By kind; checked against `StoreKind.payment` before it is kept. */
  payment: unknown;
  /** By kind; checked against `StoreKind.settings` before they are kept. */
  settings: Record<string, unknown>;
  /** The mail address that the store is given. */
  contact: string | null;
  /** Null: the ship-to. */
  billTo: Address | null;
  /** How often to look after a purchase. */
  trackEveryMs: number;
}

/** Who asks, for stores that want to know: where our profile is, for each version of the protocol, and what signs. */
export interface StoreIdentity {
  profileUrl(version: string): string;
  key(): Promise<SigningKey>;
  /** Where the owner of a retailer account looks after it. */
  accountPage?(shortId: string, world: World): string;
}

export interface StoreNeeds {
  client: StoreClient;
  clock: Clock;
  logger: Logger;
  /**
   * The service's secrets at this store (`token` …), opened at the moment of use. Log-ins are not among them: the
   * service's own account comes as `request.account`, leased to one purchase at a time.
   */
  credentials(): Promise<Record<string, string>>;
  /** Which credentials are configured: what a connector can do may depend on them. Left out: none that matter. */
  credentialNames?: readonly string[];
  /** Stores of kind `ucp` are not asked without it. */
  identity?: StoreIdentity;
  /** The store's access token, for kinds whose credentials buy one. */
  token?: SharedToken;
  /** The store does not do what it says: it is left alone at once, and the operators are told. */
  reportBroken?(message: string): void;
}

export type RenewedToken = { kind: 'token'; token: string; expiresInSeconds: number } | StoreProblem;

/** A short-lived token that all processes use. One of them renews it, the others wait for that. */
export interface SharedToken {
  use(renew: () => Promise<RenewedToken>, call: Call): Promise<{ kind: 'token'; token: string } | StoreProblem>;
  /** The store rejected this token. The next caller renews it. */
  discard(token: string): Promise<void>;
}

/** What `probe` found out about an address. */
export interface ProbeFinding {
  /** A proposal for the store's name. */
  name: string;
  displayName: string | null;
  url: string;
  apiUrl: string | null;
  currency: string | null;
  countries: string[] | null;
  abilities: Ability[];
  settings: Record<string, unknown>;
  /** What an operator must still say before it can buy, in sentences. */
  missing: string[];
}

/** `shop-example-com` for https://www.shop.example.com. */
export const proposedName = (url: URL): string => url.hostname.replace(/^www\./, '').replaceAll('.', '-');

/** A kind of store: how it is configured, recognised and made. One for each folder of `connectors/`, in `kinds.ts` or brought by a plug-in. */
export interface StoreKind {
  readonly kind: StoreKindName;
  /** For people: "Vendure". */
  readonly label: string;
  /** Why its stores cannot be used now, for people: its plug-in is left out. */
  readonly leftOut?: string;
  readonly modes: readonly StoreMode[];
  /** Why it does not know another mode, and what to take instead. */
  readonly modeHints?: Partial<Record<StoreMode, string>>;
  /** TypeBox schemas of what differs by kind; closed objects. `credentials` beside email, password, totp_secret. */
  readonly settings: TSchema;
  readonly credentials: TSchema;
  readonly payment: TSchema;
  /** What is missing where fields depend on each other; null when nothing is. */
  objection?(store: Pick<Store, 'name' | 'url' | 'settings' | 'currency'>): { field: string; message: string } | null;
  /** Its address and currency, where the settings imply them and the operator says nothing else. */
  defaults?(settings: Record<string, unknown>): { url?: string; currency?: string };
  /** What is set up so that it may cost money or lose orders, in sentences: `stores check` shows it. */
  warnings?(store: Pick<Store, 'settings' | 'mode'>): string[];
  /** Changes with what a connector follows beside the store's configuration, such as a file: the store is connected anew. */
  markOf?(store: Pick<Store, 'settings'>): string;
  /** Whether a store of this kind lives at this address; null when not. It reads and changes nothing. */
  probe(url: URL, client: StoreClient, call: Call): Promise<ProbeFinding | null>;
  create<W extends World>(store: Store<W>, needs: StoreNeeds): Connector<W>;
}

/** Whom the store bills, and whom it writes to: as configured, else the recipient and the account's address. */
export function payerOf(
  store: Pick<Store, 'billTo' | 'contact'>,
  request: Pick<PurchaseRequest, 'shippingAddress'> & { account: Pick<RetailerAccount, 'email'> | null },
) {
  return { billTo: store.billTo ?? request.shippingAddress, contact: store.contact ?? request.account?.email ?? null };
}

/** Whether an address lies under the store's origin or one of its other ones. */
export function isAddressOf(store: Pick<Store, 'url' | 'also'>, address: URL): boolean {
  return [store.url, ...store.also].some((origin) => origin !== null && new URL(origin).host === address.host);
}

/** Whether a domain (with or without a port) is this store's. */
export function isDomainOf(store: Pick<Store, 'url' | 'also'>, domain: string): boolean {
  return [store.url, ...store.also].some((origin) => {
    const url = origin === null ? null : new URL(origin);
    return url !== null && (url.host === domain || url.hostname === domain);
  });
}
