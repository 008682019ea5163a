import { entriesOf } from '../../kit/known-keys.ts';
import { formatMoney, toCents } from '../../kit/money.ts';
import type { Brand } from '../brands.ts';
import type { Precheck, ProductRef, TestFault } from '../contract.ts';
import type { Glyph, Kind } from './catalog/kind.ts';
import type { Product } from './catalog/product.ts';
import type { Store } from './catalog/store-products.ts';

interface ScenarioTexts {
  name: string;
  glyph: Glyph;
  /** Error of the order request. */
  precheck?: Precheck['code'];
  /** Known to tests only. */
  isHidden?: true;
  /** Currency, if not US dollars. */
  currency?: string;
  /** How the exchange rate behaves. */
  rate?: 'moved' | 'stale';
}

const scenarioTexts = {
  success: { name: 'The order succeeds', glyph: 'star' },
  price_exceeded: { name: 'The price rises above max_price at checkout', glyph: 'card' },
  out_of_stock: { name: 'Sold out', glyph: 'box' },
  invalid_variant: { name: 'The variant does not exist', glyph: 'shirt' },
  shipping_unavailable: { name: 'Does not ship to any address', glyph: 'tent' },
  retailer_cancels: { name: 'The store cancels the order', glyph: 'box' },
  lost_parcel: { name: 'The carrier loses the package', glyph: 'box' },
  split_shipment: { name: 'Arrives in two packages', glyph: 'box' },
  slow: { name: 'A checkout that takes ten seconds', glyph: 'lamp' },
  timeout_after_placing: { name: 'The response is lost after the purchase', glyph: 'phone' },
  account_locked: { name: 'The retailer account is locked', glyph: 'wrench' },
  code_required: { name: 'The store emails a one-time code', glyph: 'phone' },
  price_changed: { name: 'The price rises by $5 between quote and order', glyph: 'card' },
  flaky: { name: 'Fails twice, then works', glyph: 'screen' },
  item_gone: { name: 'The store no longer sells it', glyph: 'box' },
  quantity_capped: { name: 'The store limits purchases to two per order', glyph: 'box' },
  invalid_address: { name: 'The address is rejected immediately', glyph: 'book', precheck: 'invalid_shipping_address' },
  url_unreachable: { name: 'The product page cannot be reached', glyph: 'screen', precheck: 'url_unreachable' },
  insufficient_funds: { name: 'Insufficient funds for the order', glyph: 'gem', precheck: 'insufficient_funds' },
  choose_variant: { name: 'Asks you to choose a variant', glyph: 'shirt' },
  enter_code: { name: 'Asks for a code sent by the store', glyph: 'phone' },
  open_url: { name: 'Asks you to open a page', glyph: 'screen' },
  review: { name: 'Asks you to review the price', glyph: 'card' },
  desk: { name: 'Placed manually by an operator, with a receipt', glyph: 'box' },
  return_refunded: { name: 'A return that the store refunds when it arrives', glyph: 'box' },
  return_restocking_fee: { name: 'A return with a restocking fee', glyph: 'box' },
  return_rejected: { name: 'A return that is rejected after inspection', glyph: 'box' },
  euro: { name: 'A store that charges in euros', glyph: 'card', currency: 'EUR' },
  zero_decimal: { name: 'A store that charges in yen, with no decimal places', glyph: 'card', currency: 'JPY' },
  tax_included: { name: 'A euro price that includes tax', glyph: 'card', currency: 'EUR' },
  rate_moved: { name: 'The exchange rate moves before the purchase', glyph: 'card', currency: 'EUR', rate: 'moved' },
  rate_stale: { name: 'The exchange rate is too old', glyph: 'card', currency: 'EUR', rate: 'stale' },
  refund_after_rate_moved: {
    name: 'The store cancels after the exchange rate moves',
    glyph: 'card',
    currency: 'EUR',
    rate: 'moved',
  },
  three_decimals: { name: 'A store that charges in Kuwaiti dinars', glyph: 'card', currency: 'KWD', isHidden: true },
  timeout_before_placing: { name: 'The connection is lost before the purchase', glyph: 'phone', isHidden: true },
} as const satisfies Record<string, ScenarioTexts>;

export type Scenario = keyof typeof scenarioTexts;
/** What happens to a purchase: a scenario or a test fault. */
export type Story = Scenario | TestFault;

export interface TestProduct {
  url: string;
  scenario: Scenario;
  name: string;
  isSynchronousError: boolean;
}

const entries: [Scenario, ScenarioTexts][] = entriesOf(scenarioTexts);
const slugOfScenario = (scenario: Scenario): string => `test-${scenario.replaceAll('_', '-')}`;
const scenariosBySlug = new Map(entries.map(([scenario]) => [slugOfScenario(scenario), scenario]));

export const scenarioOfSlug = (slug: string): Scenario | null => scenariosBySlug.get(slug) ?? null;

/** Test products by scenario. */
export function listTestProducts(publicUrl: string): TestProduct[] {
  return entries
    .filter(([, words]) => !words.isHidden)
    .map(([scenario, words]) => ({
      url: `${publicUrl}/shop/products/${slugOfScenario(scenario)}`,
      scenario,
      name: `Test product: ${words.name.charAt(0).toLowerCase()}${words.name.slice(1)}`,
      isSynchronousError: words.precheck !== undefined,
    }));
}

const prechecks: Readonly<Record<Precheck['code'], string>> = {
  invalid_shipping_address: 'The store cannot ship to this address. Check the street, city and postal code.',
  url_unreachable: 'The product page cannot be reached. Check the product URL.',
  insufficient_funds: 'Insufficient funds for this order.',
};

const textsOf = (scenario: Scenario | null): ScenarioTexts | null => scenario && scenarioTexts[scenario];

export const currencyOfScenario = (scenario: Scenario | null): string | null => textsOf(scenario)?.currency ?? null;

export const rateStoryOf = (scenario: Scenario | null): 'moved' | 'stale' | null => textsOf(scenario)?.rate ?? null;

export function precheckOf(scenario: Scenario | null): Precheck | null {
  const words: ScenarioTexts | null = scenario && scenarioTexts[scenario];
  return words?.precheck ? { code: words.precheck, message: prechecks[words.precheck] } : null;
}

/** The test shop: one product per scenario at $19.99, without tax and shipping. */
export function createTestShop(publicUrl: string): Store {
  const hostname = new URL(publicUrl).hostname;
  const brand: Brand = {
    id: hostname,
    displayName: 'Test Shop',
    baseUrl: hostname,
    domains: [hostname],
    countries: ['US', 'DE', 'IT'],
    freeShipping: true,
    freeShippingThreshold: null,
    productAddress: null,
  };
  const products = entries.map(([scenario, words]) => testProduct(brand, publicUrl, scenario, words));
  return {
    brand,
    profile: {
      kinds: [],
      everyday: [],
      size: 0,
      endings: [99],
      market: 'own',
      gift: 'wrap',
      membership: null,
      hasFreeShippingInfo: true,
    },
    products,
    byId: new Map(products.map((product) => [product.productId, product])),
    retired: new Map(),
  };
}

const cappedQuantity = 2;

export const testColors = ['Blue', 'Red'] as const;

/** No default, so the order requires an action. */
const colors = [{ label: 'Color', required: true, values: testColors.map((value) => ({ value, add: 0 })) }];

function testProduct(brand: Brand, publicUrl: string, scenario: Scenario, words: ScenarioTexts): Product {
  const productId = slugOfScenario(scenario);
  const costs = formatMoney({ amount: 1999, currency: words.currency ?? 'USD' });
  const kind: Kind = {
    noun: 'Test Product',
    pattern: '{line}',
    glyph: words.glyph,
    categories: ['Test Products'],
    makers: ['Errand'],
    lines: [words.name],
    tails: [''],
    price: [1999, 1999],
    grams: [400, 400],
    choices: [],
    bullets: [`Costs ${costs} in test money`, 'Nothing ships'],
    specifications: { Scenario: [scenario] },
    traded: false,
  };
  return {
    retailer: brand.id,
    productId,
    title: `Test Product: ${words.name}`,
    description: `${words.name}. This is a sandbox product. It costs ${costs} in test money, and nothing ships.`,
    brand: 'Errand',
    url: `${publicUrl}/shop/products/${productId}`,
    kind,
    choices: scenario === 'choose_variant' ? colors : [],
    price: toCents(1999),
    listPrice: toCents(2499),
    stars: 4.8,
    numReviews: 128,
    stock: scenario === 'out_of_stock' ? 0 : 1000,
    maxQuantity: scenario === 'quantity_capped' ? cappedQuantity : 100,
    grams: 400,
    countries: scenario === 'shipping_unavailable' ? [] : brand.countries,
    freeShipping: true,
    ...(scenario === 'item_gone' ? { isDiscontinued: true } : {}),
  };
}

const plainScenarios: ReadonlySet<Scenario> = new Set(['success', 'quantity_capped']);

/** The scenario of an order: its first line that isn't plain. */
export function scenarioOf(refs: readonly ProductRef[], testShop: string): Scenario | null {
  const scenarios = refs
    .filter((ref) => ref.retailer === testShop)
    .map((ref) => scenarioOfSlug(ref.productId))
    .filter((scenario) => scenario !== null);
  return scenarios.find((scenario) => !plainScenarios.has(scenario)) ?? scenarios[0] ?? null;
}
