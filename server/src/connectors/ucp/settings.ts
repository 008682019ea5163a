import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { ProductPath } from '../product-path.ts';
import type { Store } from '../store.ts';

export const UcpSettings = Type.Object(
  {
    product_path: ProductPath,
    transport: Type.Optional(
      Type.Enum(['rest', 'mcp'], { description: 'The binding to use. Default: REST if the store supports it.' }),
    ),
    require_signatures: Type.Optional(
      Type.Boolean({ description: 'Reject unsigned responses. Invalid signatures are always rejected.' }),
    ),
    client_id: Type.Optional(
      Type.String({
        minLength: 1,
        description: "The client ID at the store's sign-in server. Default: the URL of our UCP profile.",
      }),
    ),
  },
  { additionalProperties: false },
);

export const UcpCredentials = Type.Object(
  {
    token: Type.Optional(
      Type.String({ minLength: 1, description: 'Token from the merchant, sent as a bearer token.' }),
    ),
    payment_token: Type.Optional(
      Type.String({
        minLength: 1,
        description: "The token for the payment handler's instrument. Sent only to complete the checkout.",
      }),
    ),
    client_secret: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          "Used with settings.client_id if the sign-in server doesn't accept a key. Sent only to that server.",
      }),
    ),
  },
  { additionalProperties: false },
);

export const UcpPayment = Type.Object(
  {
    handler: Type.String({ minLength: 1, description: "The payment handler's ID or name, as the store lists it." }),
    type: Type.String({ minLength: 1, description: "The instrument's type, such as card." }),
    credential_type: Type.Optional(Type.String({ minLength: 1, description: 'Default: token.' })),
    credential_field: Type.Optional(
      Type.String({
        minLength: 1,
        description: "The name of the token in the handler's credential. Default: token.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type UcpPayment = Static<typeof UcpPayment>;

export const settingsOf = ({ settings }: Pick<Store, 'settings'>): Static<typeof UcpSettings> =>
  Value.Check(UcpSettings, settings) ? settings : {};

export const paymentOf = ({ payment }: Pick<Store, 'payment'>): UcpPayment | null =>
  Value.Check(UcpPayment, payment) ? payment : null;
