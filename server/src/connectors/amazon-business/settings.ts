import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { minuteMs } from '../../kit/clock.ts';
import type { Store } from '../store.ts';
import { type Marketplace, marketplaceIn, marketplaces, regionHosts, regionIn } from './marketplaces.ts';

/** Login with Amazon: the operator's app, and the account's consent. */
export const AmazonCredentials = Type.Object(
  {
    client_id: Type.String({ minLength: 1 }),
    client_secret: Type.String({ minLength: 1 }),
    refresh_token: Type.String({ minLength: 1 }),
  },
  { additionalProperties: false },
);

export const AmazonSettings = Type.Object(
  {
    region: Type.String({
      maxLength: 20,
      description: 'The API region: na, eu or jp, or the code of a marketplace in it.',
    }),
    marketplace: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'The marketplace: US, DE, IT, and so on, or its domain. Default: the one named in region.',
      }),
    ),
    buyer_email: Type.String({
      format: 'email',
      maxLength: 254,
      description: 'A user of the business account who can buy for the group and see its orders.',
    }),
    ordering_group: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'The ID of the buying group that pays.' }),
    ),
    token_url: Type.Optional(Type.String({ pattern: '^https?://[^?#@\\s]+$', maxLength: 300 })),
    price_tolerance_percent: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100,
        description: "The price tolerance in the account's order safeguards. We recommend 0.",
      }),
    ),
    delivery_preference: Type.Optional(Type.Enum(['FAST_FREE', 'CONSOLIDATED', 'EXPEDITED_PAID'])),
    hide_prices: Type.Optional(Type.Boolean({ description: 'Leave prices off packing slips.' })),
    handling_days: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 30, description: 'Days until Amazon ships its own stock. Default: 2.' }),
    ),
    requests_per_second: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 100,
        description: 'Requests per second that Amazon granted the app. Default: 0.5.',
      }),
    ),
    locale: Type.Optional(Type.String({ pattern: '^[a-z]{2}_[A-Z]{2}$' })),
    reports: Type.Optional(Type.Boolean({ description: 'The app has the Amazon Business Analytics role.' })),
    invoices: Type.Optional(
      Type.Boolean({
        description:
          'The app has the Business Purchase Reconciliation role, and each invoice of the account is for one order.',
      }),
    ),
    late_minutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1440,
        description: 'How many minutes a lost order can take to appear. Default: 30.',
      }),
    ),
    principal_contains_tax: Type.Optional(
      Type.Boolean({
        description: 'Required if store prices include tax: whether PRINCIPAL charges also include tax.',
      }),
    ),
  },
  { additionalProperties: false },
);
type AmazonSettings = Static<typeof AmazonSettings>;

export interface AmazonOptions extends Omit<AmazonSettings, 'region' | 'marketplace'> {
  market: Marketplace;
  host: string;
  tokenUrl: string;
  tolerancePercent: number;
  handlingDays: number;
  language: string;
  lateWindowMs: number;
  hasReports: boolean;
  hasInvoices: boolean;
}

const tokenUrlDefault = 'https://api.amazon.com/auth/o2/token';

/** The configured marketplace, or what is wrong with the settings. */
function marketplaceOf({ region, marketplace }: AmazonSettings): Marketplace | { field: string; message: string } {
  const market = marketplaceIn(marketplace ?? region);
  const known = marketplaces.map(({ code }) => code).join(', ');
  if (!market) return { field: 'settings.marketplace', message: `Use one of ${known}` };
  if (regionIn(region) === market.region) return market;
  return { field: 'settings.region', message: `${market.code} is served by region ${market.region}` };
}

/** Checks what the schema can't. */
export function objectionTo({
  settings,
  currency,
}: Pick<Store, 'settings' | 'currency'>): { field: string; message: string } | null {
  if (!Value.Check(AmazonSettings, settings)) return null;
  const market = marketplaceOf(settings);
  if ('field' in market) return market;
  const { code, currency: needed, hasTaxInPrices } = market;
  if (currency !== needed) return { field: 'currency', message: `Amazon ${code} sells in ${needed}` };
  if (settings.invoices && !settings.reports) {
    return { field: 'settings.invoices', message: 'Invoices need order reports (settings.reports: true)' };
  }
  if (hasTaxInPrices === false || settings.principal_contains_tax !== undefined) return null;
  const message = 'Set whether PRINCIPAL charges include tax (true or false). A trial order shows this';
  return { field: 'settings.principal_contains_tax', message };
}

/** The shop and the currency of the marketplace. */
export function defaultsOf(settings: Record<string, unknown>): { url?: string; currency?: string } {
  if (!Value.Check(AmazonSettings, settings)) return {};
  const market = marketplaceOf(settings);
  if ('field' in market) return {};
  const { domain, currency } = market;
  return { url: `https://www.${domain}`, currency };
}

export function warningsFor({ settings }: Pick<Store, 'settings'>): string[] {
  if (!Value.Check(AmazonSettings, settings)) return [];
  const { price_tolerance_percent: tolerance, ordering_group: group, reports } = settings;
  return [
    ...(tolerance === undefined
      ? [
          "settings.price_tolerance_percent isn't set. Set the tolerance in the account's order safeguards to 0, and enter 0 here.",
        ]
      : tolerance > 0
        ? [
            `Order safeguards let Amazon charge up to ${tolerance}% above an expected price. Set the tolerance to 0 in the account and here.`,
          ]
        : []),
    ...(group === undefined
      ? ["settings.ordering_group isn't set. Amazon may reject orders without a buying group."]
      : []),
    ...(reports === true ? [] : ["settings.reports isn't true. Errand can't detect unknown purchases in the account."]),
  ];
}

export function optionsOf({ settings, apiUrl, url }: Pick<Store, 'settings' | 'apiUrl' | 'url'>): AmazonOptions {
  if (!Value.Check(AmazonSettings, settings)) throw new Error('The settings are not Amazon Business settings.');
  const market = marketplaceOf(settings);
  if ('field' in market) throw new Error(`${market.field}: ${market.message}`);
  return {
    ...settings,
    market,
    // Without api_url, the API isn't at the storefront's URL.
    host: apiUrl === null || apiUrl === url ? regionHosts[market.region] : apiUrl,
    tokenUrl: settings.token_url ?? tokenUrlDefault,
    tolerancePercent: settings.price_tolerance_percent ?? 0,
    handlingDays: settings.handling_days ?? 2,
    language: settings.locale ?? market.locale,
    lateWindowMs: (settings.late_minutes ?? 30) * minuteMs,
    hasReports: settings.reports ?? false,
    hasInvoices: settings.invoices ?? false,
  };
}
