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
 * `automatic`: Errand buys. `review`: a person approves first. `link`: the customer gets a checkout link.
 * `catalogue`: no purchases.
 */
export const storeModes = ['automatic', 'review', 'link', 'catalogue'] as const;
export type StoreMode = (typeof storeModes)[number];

/** A store as an operator configured it. */
export interface Store<W extends World = World> {
  /** The retailer's identifier in the API. */
  name: string;
  kind: StoreKindName;
  world: W;
  /** Origin of the storefront. Null for a desk that buys anywhere. */
  url: string | null;
  /** Other origins whose product addresses are this store's. */
  also: readonly string[];
  /** Where the API is, without a trailing slash: `url` unless it differs. */
  apiUrl: string | null;
  currency: string;
  /** ISO 3166 codes; null: the store decides. */
  countries: readonly string[] | null;
  mode: StoreMode;
  /** Validated against `StoreKind.payment`. */
  payment: unknown;
  /** Validated against `StoreKind.settings`. */
  settings: Record<string, unknown>;
  /** Email address for the store. */
  contact: string | null;
  /** Null: the shipping address. */
  billTo: Address | null;
  /** Polling interval of tracking. */
  trackEveryMs: number;
}

/** Our identity for UCP stores: profile URL by version, and signing key. */
export interface StoreIdentity {
  profileUrl(version: string): string;
  key(): Promise<SigningKey>;
  /** Page of a retailer account. */
  accountPage?(shortId: string, world: World): string;
}

export interface StoreNeeds {
  client: StoreClient;
  clock: Clock;
  logger: Logger;
  /** The service's secrets at this store, decrypted when used. Logins come as `request.account` instead. */
  credentials(): Promise<Record<string, string>>;
  /** Names of configured credentials, on which abilities may depend. */
  credentialNames?: readonly string[];
  /** Required for kind `ucp`. */
  identity?: StoreIdentity;
  /** Access token shared by all processes, for kinds that use one. */
  token?: SharedToken;
  /** Reports wrong behavior: pauses the store and alerts operators. */
  reportBroken?(message: string): void;
}

export type RenewedToken = { kind: 'token'; token: string; expiresInSeconds: number } | StoreProblem;

/** A short-lived token shared by all processes. One renews it while the others wait. */
export interface SharedToken {
  use(renew: () => Promise<RenewedToken>, call: Call): Promise<{ kind: 'token'; token: string } | StoreProblem>;
  /** The store rejected this token. The next caller renews it. */
  discard(token: string): Promise<void>;
}

/** Result of `probe`. */
export interface ProbeFinding {
  /** Proposed store name. */
  name: string;
  displayName: string | null;
  url: string;
  apiUrl: string | null;
  currency: string | null;
  countries: string[] | null;
  abilities: Ability[];
  settings: Record<string, unknown>;
  /** What an operator still has to configure. */
  missing: string[];
}

/** A finding at this URL, with the facts that the store shows. It is named `shop-example-com` for https://www.shop.example.com. */
export const findingAt = (
  url: URL,
  shown: Partial<ProbeFinding> & Pick<ProbeFinding, 'abilities' | 'missing'>,
): ProbeFinding => ({
  name: url.hostname.replace(/^www\./, '').replaceAll('.', '-'),
  displayName: null,
  url: url.origin,
  apiUrl: null,
  currency: null,
  countries: null,
  settings: {},
  ...shown,
});

/** A kind of store: its configuration, detection and connector. One per folder of `connectors/`. */
export interface StoreKind {
  readonly kind: StoreKindName;
  /** For people: "Vendure". */
  readonly label: string;
  /** Why its stores can't be used: the plug-in is off. */
  readonly leftOut?: string;
  readonly modes: readonly StoreMode[];
  /** Explains unsupported modes. */
  readonly modeHints?: Partial<Record<StoreMode, string>>;
  /** Closed schemas. `credentials` in addition to email, password and totp_secret. */
  readonly settings: TSchema;
  readonly credentials: TSchema;
  readonly payment: TSchema;
  /** Checks what schemas can't. Null: valid. */
  objection?(store: Pick<Store, 'name' | 'url' | 'settings' | 'currency'>): { field: string; message: string } | null;
  /** Default URL and currency implied by the settings. */
  defaults?(settings: Record<string, unknown>): { url?: string; currency?: string };
  /** Risky settings, shown by `stores check`. */
  warnings?(store: Pick<Store, 'settings' | 'mode'>): string[];
  /** Changes when another source changes, such as a file. Then the store is connected again. */
  markOf?(store: Pick<Store, 'settings'>): string;
  /** Recognizes a store of this kind by its URL alone, without asking it. */
  recognize?(url: URL): ProbeFinding | null;
  /** Detects a store of this kind at a URL. Read-only. */
  probe?(url: URL, client: StoreClient, call: Call): Promise<ProbeFinding | null>;
  create<W extends World>(store: Store<W>, needs: StoreNeeds): Connector<W>;
}

/** Billing address and contact: as configured, otherwise recipient and account email. */
export function payerOf(
  store: Pick<Store, 'billTo' | 'contact'>,
  request: Pick<PurchaseRequest, 'shippingAddress'> & { account: Pick<RetailerAccount, 'email'> | null },
) {
  return { billTo: store.billTo ?? request.shippingAddress, contact: store.contact ?? request.account?.email ?? null };
}

/** Whether a URL belongs to one of the store's origins. */
export function isAddressOf(store: Pick<Store, 'url' | 'also'>, address: URL): boolean {
  return [store.url, ...store.also].some((origin) => origin !== null && new URL(origin).host === address.host);
}

export function isDomainOf(store: Pick<Store, 'url' | 'also'>, domain: string): boolean {
  return [store.url, ...store.also].some((origin) => {
    const url = origin === null ? null : new URL(origin);
    return url !== null && (url.host === domain || url.hostname === domain);
  });
}
