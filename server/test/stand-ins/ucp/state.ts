export type Json = Record<string, unknown>;

/** Faults of the server that signs in the store's customers. */
export type OauthFault =
  | 'sound'
  | 'plain PKCE'
  | 'no PKCE'
  | 'another issuer'
  | 'a slash more'
  | 'broken metadata'
  | 'broken resource'
  | 'another resource'
  | 'scopes unknown'
  | 'token moved'
  | 'no tokens';

export interface Grant {
  challenge: string;
  redirectUri: string;
  clientId: string;
  scopes: string[];
}

export interface OauthState {
  codes: Map<string, Grant>;
  access: Map<string, string[]>;
  refresh: Map<string, string[]>;
  /** What was asked of the token and the revocation endpoint, in order. */
  asked: { path: string; fields: Record<string, string>; authorization: string | null }[];
  /** Seconds that an access token is good for, as it says. */
  lifetime: number;
}

/** Faults of the store. None by default. */
export interface Faults {
  currency: string;
  version: string;
  /** `supported_versions`, each described at an address of its own. */
  olderVersions: string[];
  shape: 'nested' | 'flat' | 'first';
  keysUnder: 'keys' | 'signing_keys';
  transport: 'rest' | 'mcp';
  profileStatus: number;
  signature: 'good' | 'wrong' | 'stale body' | 'none';
  /** An update adds its lines to those that are there. */
  addsOnUpdate: boolean;
  /** So does one that says nothing about lines. */
  alwaysAdds: boolean;
  totals: 'right' | 'too low' | 'twice' | 'lines differ';
  /** `left out`: deliveries are shown without their address. */
  address: 'kept' | 'changed' | 'hidden' | 'left out';
  escalates: 'never' | 'at first' | 'at complete';
  /** No `continue_url`. */
  hasNoPage: boolean;
  handlers: { name: string; id: string; types: string[] | null }[];
  /** Completing is answered with this status though it was sold. */
  liesAboutComplete: number | null;
  /** Completing is answered with this status before it is sold, if it ever is. */
  putsOffComplete: number | null;
  /** MCP: completing fails with this JSON-RPC error and isn't sold yet. */
  failsComplete: number | null;
  /** Checkouts are shown as they were before they were canceled or completed, as by a lagging replica. */
  showsPast: boolean;
  /** Fields of orders instead of their own. */
  showsOrder: { id?: string; currency?: string };
  declines: boolean;
  /** What becomes of idempotency keys. */
  keys: 'honored' | 'ignored';
  /** Cancel is answered, and does nothing. */
  ignoresCancel: boolean;
  soldOut: boolean;
  /** The total grows by this much once it was read. */
  dearerLater: number;
  catalogue: boolean;
  broken: boolean;
  /** Without the extension for deliveries: a plain address, and a no to fields that it does not know. */
  isPlain: boolean;
  /** It has the extension, and does not list it. */
  hidesExtension: boolean;
  /** Null: nobody signs in at this store. */
  oauth: OauthFault | null;
  /** Another issuer than itself, which the store names. */
  signsInAt: string | null;
  clientAuth: ('private_key_jwt' | 'client_secret_basic' | 'none')[];
  /** Checkouts and orders are for customers who signed in. */
  isGated: boolean;
  /** And for those who agreed to this, too. */
  alsoNeeds: string[];
}

export const sound: Faults = {
  currency: 'USD',
  version: '2026-08-25',
  olderVersions: [],
  shape: 'nested',
  keysUnder: 'keys',
  transport: 'rest',
  profileStatus: 200,
  signature: 'good',
  addsOnUpdate: false,
  alwaysAdds: false,
  totals: 'right',
  address: 'kept',
  escalates: 'never',
  hasNoPage: false,
  handlers: [{ name: 'com.example.pay', id: 'pay_1', types: ['card'] }],
  liesAboutComplete: null,
  putsOffComplete: null,
  failsComplete: null,
  showsPast: false,
  showsOrder: {},
  declines: false,
  keys: 'honored',
  ignoresCancel: false,
  soldOut: false,
  dearerLater: 0,
  catalogue: true,
  broken: false,
  isPlain: false,
  hidesExtension: false,
  oauth: null,
  signsInAt: null,
  clientAuth: ['private_key_jwt'],
  isGated: false,
  alsoNeeds: [],
};

export interface Line {
  id: string;
  item: { id: string };
  quantity: number;
}

export interface Session {
  id: string;
  status: string;
  lines: Line[];
  delivery: (Json & { groups: (Json & { selected_option_id: string | null })[] })[];
  orderId: string | null;
  reads: number;
  /** The idempotency key that it was created with. */
  createdWith: string | null;
}

export interface Seen {
  operation: string;
  method: string;
  headers: Record<string, string>;
  body: Json;
}

export const products = [
  {
    id: 'prod_mug',
    handle: 'enamel-mug',
    title: 'Enamel mug',
    variants: [{ id: 'var_mug', price: 1250, options: [] }],
  },
  {
    id: 'prod_shirt',
    handle: 'linen-shirt',
    title: 'Linen shirt',
    variants: [
      { id: 'var_shirt_s', price: 4900, options: [{ name: 'Size', label: 'S' }] },
      { id: 'var_shirt_m', price: 5100, options: [{ name: 'Size', label: 'M' }] },
    ],
  },
  // As Shopify calls its things.
  {
    id: 'gid://shopify/Product/50',
    handle: 'mug-of-shopify',
    title: 'Stoneware of Shopify',
    variants: [{ id: 'gid://shopify/ProductVariant/501', price: 1250, options: [] }],
  },
  ...Array.from({ length: 45 }, (_, index) => ({
    id: `prod_cup_${index}`,
    handle: `cup-${index}`,
    title: `Paper cup ${index}`,
    variants: [{ id: `var_cup_${index}`, price: 100 + index, options: [] }],
  })),
];

export const priceOf = (item: string): number | null =>
  products.flatMap(({ variants }) => variants).find(({ id }) => id === item)?.price ?? null;

export interface State {
  faults: Faults;
  sessions: Map<string, Session>;
  orders: Map<string, { session: Session; steps: number; adjustments: Json[] }>;
  seen: Seen[];
  clientKeys: unknown[];
  origin: string;
  jwk: unknown;
  oauth: OauthState;
  /** What was answered to each idempotency key, and to which request. */
  answered: Map<string, { request: string; reply: Reply }>;
}

export interface Reply {
  status: number;
  body: Json;
  location?: string;
  /** `WWW-Authenticate`. */
  challenge?: string;
}
