import { type Static, Type } from 'typebox';
import { nullable, uuid, withExample } from '../../../platform/http/index.ts';
import {
  type ActionWithOrder,
  isPurchaseSummary,
  isRefusal,
  type PurchaseSummary,
  paymentOf,
  taxIncludedField,
  unknownPrices,
} from '../../orders/orders/index.ts';
import type { OwnedApproval } from './sql.ts';

const cents = (description: string) => Type.Integer({ description });
const text = (description: string) => Type.String({ description });

const ShipToView = Type.Object({
  first_name: text('First name of the recipient.'),
  last_name: text('Last name of the recipient.'),
  address_line1: text('Street address.'),
  address_line2: nullable(text('Apartment, suite, unit or company.')),
  city: text('City or town.'),
  state: nullable(text('State or region.')),
  postal_code: text('ZIP or postal code.'),
  country: text('Country (ISO 3166-1).'),
  phone_number: nullable(text('Phone number for the carrier.')),
});

export const ApprovalView = withExample(
  Type.Object(
    {
      id: uuid(),
      kind: Type.Enum(['mcp', 'policy'], {
        description: 'Who is asking. `mcp`: an agent that calls place_order. `policy`: a spending policy.',
      }),
      state: Type.Enum(['open', 'approved', 'denied', 'used', 'expired', 'closed'], {
        description: 'Approval status.',
      }),
      key: Type.String({ description: 'Name of the key that requested the purchase.' }),
      requested_by: Type.Object(
        {
          key: text('Name of the key.'),
          agent: nullable(text('Name provided by the agent.')),
          reason: nullable(text('Reason provided by the agent.')),
        },
        { description: 'Who is asking. The agent provides its own name and reason, so treat them as untrusted text.' },
      ),
      retailer: text('Store that the order would be placed with.'),
      currency: text('Currency of the amounts (ISO 4217).'),
      items: Type.Array(
        Type.Object({
          url: text('Product page.'),
          title: nullable(Type.String({ description: 'Title of the product in the store.' })),
          variant: nullable(
            Type.Array(Type.Object({ label: text('Name of the option.'), value: text('Chosen value.') })),
            { description: 'Options that were chosen.' },
          ),
          quantity: Type.Integer(),
          unit_price_cents: nullable(cents('Price of one unit, in cents, if known.')),
        }),
        { description: 'What would be bought.' },
      ),
      ship_to: nullable(ShipToView, { description: 'Shipping address. Null once the approval has ended.' }),
      price_components: nullable(
        Type.Object({
          subtotal: cents('Price of all items, in cents.'),
          shipping: cents('Shipping cost, in cents.'),
          tax: cents('Sales tax or VAT, in cents.'),
          fees: cents('Other store fees, in cents.'),
          total: cents('Total the store would charge, in cents.'),
          tax_included: taxIncludedField,
        }),
        { description: 'What the store would charge, if known.' },
      ),
      service_fee_cents: cents('Fee that Errand adds, in cents.'),
      max_price: Type.Integer({ description: 'The most that the store may charge, in cents.' }),
      max_charge_cents: Type.Integer({
        description: 'Maximum total charge, in cents, including the fee.',
      }),
      payment: Type.Object(
        {
          mode: Type.Enum(['wallet', 'card'], { description: 'Payment source.' }),
          payment_method: nullable(text('ID of the card.')),
          card: nullable(text('Brand and last four digits of the card, for display.')),
        },
        { description: 'Payment source for the purchase.' },
      ),
      not_known_yet: nullable(Type.String({ description: "What won't be known until checkout, in plain language." })),
      rules: Type.Array(
        Type.Object({
          rule: text('Name of the rule.'),
          limit: Type.Unknown({ description: 'Value of the rule in the policy.' }),
          text: text('The rule, in plain language.'),
        }),
        {
          description: 'Rules that require approval.',
        },
      ),
      order_id: nullable(text('The order, once it exists.')),
      url: Type.String({ description: 'Page for approving or declining the purchase.' }),
      expires_at: nullable(Type.String({ format: 'date-time' }), { description: 'When the approval expires.' }),
    },
    { title: 'PurchaseApproval', description: 'A purchase that is waiting for approval.' },
  ),
  {
    id: '5b0e3f7a-6a51-4d0c-8f39-0c8f7f3d9e11',
    kind: 'mcp',
    state: 'open',
    key: 'Assistant',
    requested_by: { key: 'Assistant', agent: 'Claude', reason: 'Replace the broken headphones' },
    retailer: 'walmart',
    currency: 'USD',
    items: [
      {
        url: 'https://www.walmart.com/ip/180150146',
        title: 'Wireless headphones',
        variant: [{ label: 'Color', value: 'Blue' }],
        quantity: 1,
        unit_price_cents: 1999,
      },
    ],
    ship_to: {
      first_name: 'Jane',
      last_name: 'Doe',
      address_line1: '1 Market St',
      address_line2: 'Apt 4',
      city: 'San Francisco',
      state: 'CA',
      postal_code: '94105',
      country: 'US',
      phone_number: '+14155550123',
    },
    price_components: { subtotal: 1999, shipping: 0, tax: 200, fees: 0, total: 2199, tax_included: false },
    service_fee_cents: 0,
    max_price: 2400,
    max_charge_cents: 2400,
    payment: { mode: 'card', payment_method: 'pm_card_visa', card: 'Visa ending in 4242' },
    not_known_yet: null,
    rules: [
      { rule: 'ask_before_buying', limit: null, text: 'No spending policy allows this purchase without approval.' },
    ],
    order_id: null,
    url: 'http://127.0.0.1:8080/app/approvals/5b0e3f7a-6a51-4d0c-8f39-0c8f7f3d9e11',
    expires_at: '2026-08-21T10:15:00.000Z',
  },
);

type View = Static<typeof ApprovalView>;

/** Earlier versions stored fewer fields. */
function presentSummary(summary: Partial<PurchaseSummary> & { max_price?: number }, label: string) {
  const { price_components: price = null, service_fee_cents: fee = 0, currency = 'USD' } = summary;
  const most = summary.max_price_cents ?? summary.max_price ?? 0;
  const { max_charge_cents: charge = most + fee, requested_by: by } = summary;
  return {
    key: label,
    requested_by: { key: by?.key ?? label, agent: by?.agent ?? null, reason: by?.reason ?? null },
    retailer: summary.retailer ?? '',
    currency,
    items: (summary.items ?? []).map(({ url, title = null, variant = null, quantity, unit_price_cents = null }) => ({
      url,
      title,
      variant,
      quantity,
      unit_price_cents,
    })),
    ship_to: summary.ship_to ?? null,
    price_components: price && { ...price, tax_included: price.tax_included ?? false },
    service_fee_cents: fee,
    max_price: most,
    max_charge_cents: charge,
    payment: summary.payment ?? paymentOf(null),
    not_known_yet: unknownPrices({ price_components: price, max_charge_cents: charge, currency }),
    rules: (summary.rules ?? []).map(({ rule, limit = null, text: why = rule }) => ({ rule, limit, text: why })),
  };
}

const isPast = (expiresAt: Date | null, now: Date): boolean => expiresAt !== null && expiresAt <= now;

export function presentApproval(row: OwnedApproval, now: Date, publicUrl: string): View {
  const isOver = (row.state === 'open' || row.state === 'approved') && isPast(row.expires_at, now);
  return {
    id: row.id,
    kind: 'mcp',
    state: isOver ? 'expired' : row.state,
    ...presentSummary(row.summary, row.label),
    order_id: row.order_id,
    url: `${publicUrl}/app/approvals/${row.id}`,
    expires_at: row.expires_at.toISOString(),
  };
}

function stateOf(asked: ActionWithOrder, now: Date): View['state'] {
  if (asked.state === 'open') return isPast(asked.expires_at, now) ? 'expired' : 'open';
  if (asked.state === 'expired' || asked.state === 'closed') return asked.state;
  return isRefusal(asked.kind, asked.answer) ? 'denied' : 'approved';
}

export function presentPolicyApproval(asked: ActionWithOrder, now: Date, publicUrl: string): View {
  const { details, retailer } = asked;
  const summary = isPurchaseSummary(details) ? details : { retailer };
  return {
    id: asked.id,
    kind: 'policy',
    state: stateOf(asked, now),
    ...presentSummary(summary, 'requested_by' in summary ? summary.requested_by.key : ''),
    order_id: asked.order_id,
    url: asked.url ?? `${publicUrl}/app/approvals/${asked.id}`,
    expires_at: asked.expires_at?.toISOString() ?? null,
  };
}
