import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { minuteMs } from '../../kit/clock.ts';
import type { Store } from '../store.ts';

/** Mouser gives one key for its Search API and one for cart, orders and order history. */
export const MouserCredentials = Type.Object(
  { search_key: Type.String({ minLength: 1 }), order_key: Type.String({ minLength: 1 }) },
  { additionalProperties: false },
);

/** How Mouser is paid: a method of the account, by its number, and the card where it is one. */
export const MouserPayment = Type.Object(
  {
    method: Type.Integer({ description: "The method's number, as the order options list it." }),
    last_four: Type.Optional(Type.String({ pattern: '^\\d{4}$', description: 'Of the saved card.' })),
  },
  { additionalProperties: false },
);

export const MouserSettings = Type.Object(
  {
    shipping: Type.Optional(
      Type.Union([Type.Enum(['cheapest', 'fastest']), Type.Integer({ description: "A shipping method's code." })], {
        description: 'Default: cheapest. fastest is the most expensive method that Mouser offers.',
      }),
    ),
    order_type: Type.Optional(Type.Enum(['Rush', 'Complete'])),
    language: Type.Optional(Type.String({ minLength: 2, maxLength: 10 })),
    late_minutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1440,
        description: 'How many minutes a lost order can take to appear. Default: 60.',
      }),
    ),
  },
  { additionalProperties: false },
);

export interface MouserOptions {
  host: string;
  shipping: 'cheapest' | 'fastest' | number;
  orderType: string | null;
  language: string | null;
  lateWindowMs: number;
  payment: Static<typeof MouserPayment> | null;
}

const hostDefault = 'https://api.mouser.com';

export function optionsOf({
  settings,
  payment,
  apiUrl,
  url,
}: Pick<Store, 'settings' | 'payment' | 'apiUrl' | 'url'>): MouserOptions {
  const given: Static<typeof MouserSettings> = Value.Check(MouserSettings, settings) ? settings : {};
  return {
    host: apiUrl === null || apiUrl === url ? hostDefault : apiUrl,
    shipping: given.shipping ?? 'cheapest',
    orderType: given.order_type ?? null,
    language: given.language ?? null,
    lateWindowMs: (given.late_minutes ?? 60) * minuteMs,
    payment: Value.Check(MouserPayment, payment) ? payment : null,
  };
}
