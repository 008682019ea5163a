import { Type } from 'typebox';
import { closed, moment, nullable, uuid, withExample } from '../../../../platform/http/index.ts';

const cardFields = {
  id: Type.String({ description: 'Send it as `payment.payment_method` in an order.' }),
  brand: Type.String({ description: 'Card network, such as `visa`.' }),
  last4: Type.String({ description: 'Last four digits of the card number.' }),
  exp_month: Type.Integer({ description: 'Expiration month of the card, from 1 to 12.' }),
  exp_year: Type.Integer({ description: 'Expiration year of the card.' }),
  is_default: Type.Boolean({ description: "Whether this card is charged when an order doesn't specify one." }),
  simulated: Type.Boolean({ description: 'Whether this is a sandbox test card.' }),
  created_at: moment(),
};
const exampleCard = {
  id: 'pm_card_visa',
  brand: 'visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2034,
  is_default: true,
  simulated: true,
  created_at: '2026-08-21T10:00:00.000Z',
};

const Card = Type.Object(cardFields, { title: 'SavedCard', description: 'A card that can pay for orders.' });
export const CardView = withExample(Card, exampleCard);
export const CardList = withExample(
  Type.Object({ cards: Type.Array(Card, { description: 'Your cards, the default first.' }), total: Type.Integer() }),
  {
    cards: [exampleCard],
    total: 1,
  },
);

export const CardPath = Type.Object({
  card_id: Type.String({ minLength: 1, maxLength: 100, description: 'ID of a saved card.' }),
});
export const CardChange = closed(
  { is_default: Type.Literal(true, { description: "Charge this card when an order doesn't specify one." }) },
  { examples: [{ is_default: true }] },
);

export const SetupBody = closed(
  {
    return_url: Type.Optional(
      nullable(Type.String({ format: 'uri', maxLength: 2000, description: 'Page that the user returns to.' })),
    ),
  },
  { examples: [{}] },
);
const setupFields = {
  id: uuid(),
  status: Type.Enum(['requires_action', 'succeeded', 'expired'], {
    description: '`succeeded` once the card is saved.',
  }),
  url: nullable(
    Type.String({ description: 'URL to open in a browser to save the card. Null once there is nothing left to do.' }),
  ),
  card_id: nullable(Type.String({ description: 'ID of the saved card. Null until it is saved.' })),
  return_url: nullable(Type.String(), { description: 'Page that the user returns to.' }),
  expires_at: moment(),
  created_at: moment(),
};
export const SetupView = withExample(
  Type.Object(setupFields, { title: 'CardSetup', description: 'A page for saving a card.' }),
  {
    id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
    status: 'requires_action' as const,
    url: 'https://errand.example/card-setups/0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
    card_id: null,
    return_url: null,
    expires_at: '2026-08-22T09:55:00.000Z',
    created_at: '2026-08-21T10:00:00.000Z',
  },
);
export const SetupPath = Type.Object({ setup_id: uuid() });
