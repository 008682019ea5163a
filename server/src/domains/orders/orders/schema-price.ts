import { Type } from 'typebox';

export const taxIncludedField = Type.Boolean({
  description: 'Whether prices contain tax. If so, `tax` is a part of `subtotal`, and is not added to it.',
});

export const PriceComponents = Type.Object(
  {
    subtotal: Type.Integer({ description: 'Price of all items, in cents.' }),
    shipping: Type.Integer({ description: 'Shipping cost, in cents.' }),
    tax: Type.Integer({ description: 'Sales tax or VAT, in cents.' }),
    fees: Type.Integer({ description: 'Other fees of the store, in cents.' }),
    total: Type.Integer({ description: 'What the store charges in all, in cents.' }),
    tax_included: taxIncludedField,
    currency: Type.String({ description: 'Currency of the store (ISO 4217). The amounts are in its minor unit.' }),
    payment_currency: Type.Optional(
      Type.String({
        description: 'Currency of the wallet that paid. Only for stores in other currencies than US dollars.',
      }),
    ),
    converted_payment_total: Type.Optional(
      Type.Integer({ description: 'What the wallet paid for `total`, in the minor unit of `payment_currency`.' }),
    ),
  },
  { title: 'PriceComponents', description: 'What the store charges, by part.' },
);
