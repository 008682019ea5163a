import type { ListKeysOutput } from '../../../../sdk/src/index.ts';
import { formatDay, formatMoney, parseMoney, plural, typedMoney } from '../../lib/format.ts';

export type Key = ListKeysOutput['keys'][number];
export type Limits = Key['limits'];

/** The form's values. */
export interface KeyForm {
  label: string;
  world: 'test' | 'live';
  perDay: string;
  perOrder: string;
  /** Null: all stores. */
  retailers: string[] | null;
  scopeLevel: ScopeLevel;
  /** A date; empty: never. */
  expires: string;
  /** Separated by commas or spaces; empty: everywhere. */
  addresses: string;
  /** Separated by commas or spaces; empty: no website. */
  origins: string;
}

export const scopeLevels = {
  read: { scopes: ['read'], label: 'Read only' },
  order: { scopes: ['read', 'order'], label: 'Read and order' },
  manage: { scopes: ['read', 'order', 'manage'], label: 'Order and manage' },
  policies: { scopes: ['read', 'order', 'manage', 'policies'], label: 'Edit policies' },
} as const;
export type ScopeLevel = keyof typeof scopeLevels;

export const emptyForm = {
  label: '',
  perDay: '',
  perOrder: '',
  retailers: null,
  expires: '',
  addresses: '',
  origins: '',
} as const;

export const formOf = (key: Key): KeyForm => ({
  label: key.label,
  world: key.world,
  perDay: typed(key.limits.spend_per_day_cents),
  perOrder: typed(key.limits.spend_per_order_cents),
  retailers: key.limits.allowed_retailers,
  scopeLevel: scopeLevelOf(key.scopes),
  expires: key.expires_at?.slice(0, 10) ?? '',
  addresses: key.allowed_addresses?.join(', ') ?? '',
  origins: key.allowed_origins?.join(', ') ?? '',
});

const scopeLevelOf = (scopes: Key['scopes']): ScopeLevel =>
  (['policies', 'manage', 'order'] as const).find((scope) => scopes.includes(scope)) ?? 'read';

const addressesOf = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '');

/** The request body. A key expires at the end of the chosen day. */
export function permissionsBody(form: KeyForm) {
  const addresses = addressesOf(form.addresses);
  const origins = addressesOf(form.origins);
  return {
    scopes: [...scopeLevels[form.scopeLevel].scopes],
    expires_at: form.expires === '' ? null : `${form.expires}T23:59:59.000Z`,
    allowed_addresses: addresses.length === 0 ? null : addresses,
    allowed_origins: origins.length === 0 ? null : origins,
  };
}

const typed = (cents: number | null): string => (cents === null ? '' : typedMoney(cents));

export type FormErrors = Partial<
  Record<'label' | 'perDay' | 'perOrder' | 'retailers' | 'expires' | 'addresses' | 'origins', string>
>;

const noAmount = 'Enter an amount such as 250 or 49.99, or leave empty for no limit.';

export function problemsOf(form: KeyForm): FormErrors {
  const isAmount = (text: string) => text.trim() === '' || parseMoney(text) !== null;
  return {
    ...(form.label.trim() === '' ? { label: 'Enter a name.' } : {}),
    ...(isAmount(form.perDay) ? {} : { perDay: noAmount }),
    ...(isAmount(form.perOrder) ? {} : { perOrder: noAmount }),
    ...(form.expires !== '' && new Date(`${form.expires}T23:59:59Z`) <= new Date()
      ? { expires: 'Choose a future date or leave empty.' }
      : {}),
    ...(addressesOf(form.addresses).every((part) => /^[0-9a-f.:]+(\/\d{1,3})?$/i.test(part))
      ? {}
      : { addresses: 'Enter IP addresses or ranges such as 203.0.113.7 or 203.0.113.0/24.' }),
    ...(addressesOf(form.origins).every((part) => part === '*' || /^https?:\/\/[^/\s]+$/.test(part))
      ? {}
      : { origins: 'Enter origins without a path, such as https://shop.example.com.' }),
    ...(form.retailers?.length === 0 ? { retailers: 'Choose at least one store or allow all.' } : {}),
  };
}

export const limitsOf = (form: KeyForm): Limits => ({
  spend_per_day_cents: parseMoney(form.perDay),
  spend_per_order_cents: parseMoney(form.perOrder),
  allowed_retailers: form.retailers,
});

export function limitText({
  limits,
  scopes,
  expires_at: expiresAt,
  allowed_addresses: addresses,
  allowed_origins: origins,
}: Key): string {
  const words = [
    scopeLevelOf(scopes) === 'manage' ? null : scopeLevels[scopeLevelOf(scopes)].label,
    limits.spend_per_day_cents === null ? null : `${formatMoney(limits.spend_per_day_cents)} per day`,
    limits.spend_per_order_cents === null ? null : `${formatMoney(limits.spend_per_order_cents)} per order`,
    limits.allowed_retailers === null ? null : plural(limits.allowed_retailers.length, 'store'),
    addresses === null ? null : plural(addresses.length, 'IP address', 'IP addresses'),
    origins === null ? null : 'from web pages',
    expiresAt === null ? null : `until ${formatDay(expiresAt)}`,
  ];
  return words.filter((word) => word !== null).join(', ') || 'No limits';
}
