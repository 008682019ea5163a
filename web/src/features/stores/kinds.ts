import type { Store } from '../../../../sdk/src/index.ts';

export type Kind = Store['kind'];
export type Mode = Store['mode'];

export interface KindField {
  /** Its name in the JSON; empty if the value is the whole setting. */
  name: string;
  label: string;
  hint?: string;
  isNeeded?: boolean;
  /** Sent as a number, or as true or false. */
  type?: 'number' | 'boolean';
}

interface KindTexts {
  label: string;
  modes: readonly Mode[];
  payment: readonly KindField[];
  settings: readonly KindField[];
  /** Secrets besides the login. */
  secrets: readonly KindField[];
  canLogIn: boolean;
}

const method = (hint: string): KindField => ({ name: '', label: 'Payment method', hint });
const productPath: KindField = { name: 'product_path', label: 'Product pages', hint: 'For example, /products/{slug}.' };
const everyMode: readonly Mode[] = ['automatic', 'review', 'catalogue'];

/** The settings of each kind of store. */
export const kindTexts: Record<Kind, KindTexts> = {
  vendure: {
    label: 'Vendure',
    modes: everyMode,
    payment: [method("The store's code for the payment method, such as cash-on-delivery.")],
    settings: [
      productPath,
      { name: 'channel_token', label: 'Channel token', hint: 'Leave empty for the default channel.' },
      { name: 'shop_api_path', label: 'Shop API path', hint: 'Defaults to /shop-api.' },
      {
        name: 'reference_field',
        label: 'Reference field',
        hint: 'A custom order field that stores the Errand order ID.',
      },
    ],
    secrets: [],
    canLogIn: true,
  },
  medusa: {
    label: 'Medusa',
    modes: everyMode,
    payment: [method('The provider ID, such as pp_system_default.')],
    settings: [
      { name: 'publishable_key', label: 'Publishable key', hint: 'The storefront key: pk_…', isNeeded: true },
      productPath,
    ],
    secrets: [],
    canLogIn: true,
  },
  woocommerce: {
    label: 'WooCommerce',
    modes: everyMode,
    payment: [method("The store's code for the payment method: cod, bacs or cheque.")],
    settings: [{ ...productPath, hint: 'Defaults to /product/{slug}.' }],
    secrets: [
      {
        name: 'consumer_key',
        label: 'REST API key',
        hint: 'Optional, read-only: ck_… Used to find orders after a restore.',
      },
      { name: 'consumer_secret', label: 'REST API secret', hint: 'The secret for that key: cs_…' },
    ],
    canLogIn: false,
  },
  shopify: {
    label: 'Shopify',
    modes: ['link', 'review', 'catalogue'],
    payment: [],
    settings: [],
    secrets: [],
    canLogIn: false,
  },
  'amazon-business': {
    label: 'Amazon Business',
    modes: everyMode,
    payment: [],
    settings: [
      { name: 'region', label: 'API region', hint: 'na, eu or jp.', isNeeded: true },
      { name: 'marketplace', label: 'Marketplace', hint: "US, DE, IT, or the marketplace's domain.", isNeeded: true },
      {
        name: 'buyer_email',
        label: 'Buyer',
        hint: 'A user on the business account who can place orders.',
        isNeeded: true,
      },
      {
        name: 'ordering_group',
        label: 'Buying group',
        hint: "Orders are charged to the group's stored payment method.",
        isNeeded: true,
      },
      {
        name: 'price_tolerance_percent',
        label: 'Price tolerance (percent)',
        hint: "Must match the account's order safeguards. Set both to 0.",
        type: 'number',
      },
      {
        name: 'reports',
        label: 'Order reports',
        hint: 'Whether the app has the Amazon Business Analytics role.',
        type: 'boolean',
      },
      {
        name: 'invoices',
        label: 'Invoices',
        hint: 'Whether the app has the Business Purchase Reconciliation role, and each invoice is for one order.',
        type: 'boolean',
      },
      {
        name: 'principal_contains_tax',
        label: 'Charges include tax',
        hint: 'Whether PRINCIPAL charges include tax. Required where prices include tax, as in Germany.',
        type: 'boolean',
      },
      {
        name: 'requests_per_second',
        label: 'Requests per second',
        hint: 'The rate that Amazon granted the app. Leave empty for 0.5.',
        type: 'number',
      },
      { name: 'token_url', label: 'Token URL', hint: "Leave empty to use Amazon's." },
    ],
    secrets: [
      { name: 'client_id', label: 'Client ID', hint: 'From your Login with Amazon app.', isNeeded: true },
      { name: 'client_secret', label: 'Client secret', hint: 'Renew the secret every 180 days.', isNeeded: true },
      {
        name: 'refresh_token',
        label: 'Refresh token',
        hint: 'Issued when the account authorizes your app.',
        isNeeded: true,
      },
    ],
    canLogIn: false,
  },
  mouser: {
    label: 'Mouser',
    modes: everyMode,
    payment: [
      {
        name: 'method',
        label: 'Payment method',
        hint: "Mouser's number for the payment method, such as 31.",
        isNeeded: true,
        type: 'number',
      },
      { name: 'last_four', label: 'Last four digits', hint: 'The last four digits of the saved card.' },
    ],
    settings: [
      {
        name: 'requests_per_minute',
        label: 'Requests per minute',
        hint: 'The rate that Mouser allows per key. Leave empty for 30.',
        type: 'number',
      },
    ],
    secrets: [
      { name: 'search_key', label: 'Search API key', isNeeded: true },
      { name: 'order_key', label: 'Order API key', hint: 'For cart, orders and order history.', isNeeded: true },
    ],
    canLogIn: false,
  },
  ucp: {
    label: 'UCP',
    modes: everyMode,
    payment: [
      { name: 'handler', label: 'Payment handler', hint: "The handler's ID or name, as the store lists it." },
      { name: 'type', label: 'Instrument type', hint: 'For example, card.' },
    ],
    settings: [productPath],
    secrets: [
      { name: 'token', label: 'Merchant token', hint: 'Sent as a bearer token.' },
      { name: 'payment_token', label: 'Payment token', hint: 'Sent only with the purchase.' },
    ],
    canLogIn: false,
  },
  browser: {
    label: 'Browser (store pages)',
    modes: everyMode,
    payment: [method('For example, cod. Only for recipes that use it.')],
    settings: [
      {
        name: 'recipe',
        label: 'Recipe',
        hint: 'A built-in recipe, such as evershop, or a file in DATA_DIR/recipes.',
        isNeeded: true,
      },
      {
        name: 'test_product',
        label: 'Test product',
        hint: "The product's path, such as /products/mug. Store checks add it to the cart if the recipe has no search.",
      },
    ],
    secrets: [],
    canLogIn: true,
  },
  desk: {
    label: 'Desk (manual purchase)',
    modes: ['automatic', 'catalogue'],
    payment: [],
    settings: [],
    secrets: [],
    canLogIn: false,
  },
};

/** The store's own limit on requests, where its kind has one. */
export function ownLimitOf({ kind, settings }: Store): string | null {
  if (kind === 'amazon-business') return `${settings.requests_per_second ?? 0.5} requests per second, per operation`;
  return kind === 'mouser' ? `${settings.requests_per_minute ?? 30} requests per minute, per key` : null;
}

export const modeTexts: Record<Mode, { label: string; hint: string }> = {
  automatic: { label: 'Automatic', hint: 'Errand places orders automatically.' },
  review: { label: 'Review', hint: 'An operator reviews the cart and places the order.' },
  link: { label: 'Link', hint: "Customers get a link and pay at the store's own checkout." },
  catalogue: { label: 'Catalog', hint: 'Search only. Nothing can be bought.' },
};

export const accountTexts: Record<Store['accounts'], { label: string; hint: string }> = {
  own: { label: "Errand's account", hint: 'Uses the login below, one purchase at a time.' },
  guest: { label: 'Guest', hint: 'No account. Some stores show guest orders only for a short time.' },
  client: { label: "Customer's account", hint: "Orders must use one of the customer's retailer accounts." },
};

export const healthLabels = {
  up: { label: 'Up', tone: 'good' },
  degraded: { label: 'Degraded', tone: 'warn' },
  down: { label: 'Down', tone: 'bad' },
  needs_credentials: { label: 'Needs credentials', tone: 'bad' },
  off: { label: 'Paused', tone: 'neutral' },
  unknown: { label: 'Not checked yet', tone: 'neutral' },
} as const;
