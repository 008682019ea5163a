import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { minuteMs } from '../../kit/clock.ts';
import type { Store } from '../store.ts';

/** Mouser issues separate keys for search and for orders. */
export const MouserCredentials = Type.Object(
  { search_key: Type.String({ minLength: 1 }), order_key: Type.String({ minLength: 1 }) },
  { additionalProperties: false },
);

/** A payment method of the account, and the card if it is one. */
export const MouserPayment = Type.Object(
  {
    method: Type.Integer({ description: "The method's number, as listed in the order options." }),
    last_four: Type.Optional(Type.String({ pattern: '^\\d{4}$', description: 'Last four digits of the saved card.' })),
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
    requests_per_minute: Type.Optional(
      Type.Integer({
        minimum: 5,
        maximum: 60_000,
        description: 'Requests per minute that Mouser allows with each key. Default: 30.',
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
  requestsPerMinute: number;
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
    requestsPerMinute: given.requests_per_minute ?? 30,
    payment: Value.Check(MouserPayment, payment) ? payment : null,
  };
}
