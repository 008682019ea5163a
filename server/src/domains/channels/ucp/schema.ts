import { type Static, Type } from 'typebox';

// UCP requests are open: unknown extension fields are ignored.
const text = Type.Optional(Type.String({ maxLength: 500 }));

const Destination = Type.Object({
  id: text,
  first_name: text,
  last_name: text,
  street_address: text,
  extended_address: text,
  address_locality: text,
  address_region: text,
  postal_code: text,
  address_country: text,
  phone_number: text,
});

export const CheckoutBody = Type.Object({
  line_items: Type.Optional(
    Type.Array(
      Type.Object({
        id: text,
        item: Type.Object({ id: Type.String({ minLength: 1, maxLength: 4000 }) }),
        quantity: Type.Integer({ minimum: 1, maximum: 1000 }),
      }),
      { maxItems: 50 },
    ),
  ),
  buyer: Type.Optional(Type.Object({ first_name: text, last_name: text, email: text, phone_number: text })),
  fulfillment: Type.Optional(
    Type.Object({
      methods: Type.Optional(
        Type.Array(
          Type.Object({
            type: text,
            selected_destination_id: text,
            destinations: Type.Optional(Type.Array(Destination, { maxItems: 10 })),
          }),
          { maxItems: 5 },
        ),
      ),
    }),
  ),
});
export type CheckoutBody = Static<typeof CheckoutBody>;

const Instrument = Type.Object({
  handler_id: Type.String({ maxLength: 255 }),
  type: Type.Optional(Type.String({ maxLength: 255 })),
});

export const CompleteBody = Type.Object({
  payment: Type.Optional(Type.Object({ instruments: Type.Optional(Type.Array(Instrument, { maxItems: 5 })) })),
  // Name in the first version.
  payment_data: Type.Optional(Instrument),
});
export type CompleteBody = Static<typeof CompleteBody>;

export const SearchBody = Type.Object({
  query: Type.String({ minLength: 1, maxLength: 500 }),
  filters: Type.Optional(
    Type.Object({
      price: Type.Optional(
        Type.Object({
          min: Type.Optional(Type.Integer({ minimum: 0 })),
          max: Type.Optional(Type.Integer({ minimum: 0 })),
        }),
      ),
    }),
  ),
});
export type SearchBody = Static<typeof SearchBody>;

export const LookupBody = Type.Object({
  ids: Type.Array(Type.String({ minLength: 1, maxLength: 4000 }), { minItems: 1, maxItems: 10 }),
});
export const ProductBody = Type.Object({ id: Type.String({ minLength: 1, maxLength: 4000 }) });
