import type { ListKeysOutput } from '../../../../sdk/src/index.ts';
import { formatMoney, parseMoney, plural, typedMoney } from '../../lib/format.ts';

export type Key = ListKeysOutput['keys'][number];
export type Limits = Key['limits'];

/** The form of a key, as it is typed. */
export interface KeyForm {
  label: string;
  world: 'test' | 'live';
  perDay: string;
  perOrder: string;
  /** Null: every retailer. */
  retailers: string[] | null;
}

export const formOf = (key: Key): KeyForm => ({
  label: key.label,
  world: key.world,
  perDay: typed(key.limits.spend_per_day_cents),
  perOrder: typed(key.limits.spend_per_order_cents),
  retailers: key.limits.allowed_retailers,
});

const typed = (cents: number | null): string => (cents === null ? '' : typedMoney(cents));

export type FormErrors = Partial<Record<'label' | 'perDay' | 'perOrder' | 'retailers', string>>;

const noAmount = 'Write an amount such as 250 or 49.99, or leave it empty for no limit.';

export function problemsOf(form: KeyForm): FormErrors {
  const isAmount = (text: string) => text.trim() === '' || parseMoney(text) !== null;
  return {
    ...(form.label.trim() === '' ? { label: 'Give it a name to recognise it by.' } : {}),
    ...(isAmount(form.perDay) ? {} : { perDay: noAmount }),
    ...(isAmount(form.perOrder) ? {} : { perOrder: noAmount }),
    ...(form.retailers?.length === 0 ? { retailers: 'Choose at least one retailer, or allow every one.' } : {}),
  };
}

export const limitsOf = (form: KeyForm): Limits => ({
  spend_per_day_cents: parseMoney(form.perDay),
  spend_per_order_cents: parseMoney(form.perOrder),
  allowed_retailers: form.retailers,
});

export function limitWords(limits: Limits): string {
  const words = [
    limits.spend_per_day_cents === null ? null : `${formatMoney(limits.spend_per_day_cents)} a day`,
    limits.spend_per_order_cents === null ? null : `${formatMoney(limits.spend_per_order_cents)} an order`,
    limits.allowed_retailers === null ? null : plural(limits.allowed_retailers.length, 'retailer'),
  ];
  return words.filter((word) => word !== null).join(', ') || 'No limits';
}
