import { countryName } from '../lib/country-name.ts';
import { fieldsOf } from '../lib/fields.ts';
import { taxLabel } from '../lib/format.ts';
import { plainText } from '../lib/plain-text.ts';
import { townLine } from '../lib/town-line.ts';
import { Facts } from './card.tsx';
import './purchase-summary.css';
import { ExternalLink, Money } from './text.tsx';

type Details = Record<string, unknown>;

const textOf = (value: unknown): string => (typeof value === 'string' ? plainText(value) : '');
const currencyOf = ({ currency }: Details) => (typeof currency === 'string' ? currency : undefined);

/** The cart that an action is about: what is bought, where it ships and what it costs. */
export const CartSummary = ({ details }: { details: Details }) => (
  <div className="purchase">
    <CartItems details={details} />
    {Boolean(details.ship_to) && (
      <section>
        <h3>Ship to</h3>
        <ShipTo to={fieldsOf(details.ship_to)} />
      </section>
    )}
    <CartPrice details={details} />
  </div>
);

function CartItems({ details }: { details: Details }) {
  const items = Array.isArray(details.items) ? details.items.map(fieldsOf) : [];
  return (
    <ul className="purchase-items">
      {items.map(({ title, url, quantity, variant, unit_price_cents: unit }, index) => {
        const options = (Array.isArray(variant) ? variant : []).map(fieldsOf);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and the same address may appear twice.
          <li key={index}>
            <strong>
              {Number(quantity)} × {textOf(title) || 'Title not available'}
            </strong>
            {options.length > 0 && (
              <span>{options.map(({ label, value }) => `${textOf(label)}: ${textOf(value)}`).join(', ')}</span>
            )}
            {typeof unit === 'number' && (
              <span>
                <Money cents={unit} currency={currencyOf(details)} /> each
              </span>
            )}
            {typeof url === 'string' && (
              <span className="quiet small">
                <ExternalLink href={url}>{plainText(url)}</ExternalLink>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function ShipTo({ to }: { to: Details }) {
  const country = textOf(to.country);
  const state = textOf(to.state);
  const town = townLine({ city: textOf(to.city), state, postal_code: textOf(to.postal_code), country });
  const lines = [
    `${textOf(to.first_name)} ${textOf(to.last_name)}`,
    textOf(to.address_line1),
    textOf(to.address_line2),
    town,
    countryName(country),
    textOf(to.phone_number),
  ];
  return (
    <address className="purchase-address">
      {lines
        .filter((line) => line.trim() !== '')
        .map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two lines may be the same.
          <span key={index}>{line}</span>
        ))}
    </address>
  );
}

const names = [
  ['subtotal', 'Items'],
  ['shipping', 'Shipping'],
  ['tax', 'Tax'],
  ['fees', 'Store fees'],
  ['total', 'Total'],
] as const;

/** The price of the cart, in the store's currency, if the action has one. */
export function CartPrice({ details }: { details: Details }) {
  if (!details.price_components) return null;
  const price = fieldsOf(details.price_components);
  const rows = names.flatMap(([name, label]) => {
    const cents = price[name];
    if (typeof cents !== 'number' || (name === 'fees' && cents === 0)) return [];
    const shown = name === 'tax' ? taxLabel({ tax_included: price.tax_included === true }) : label;
    return [[shown, <Money key={name} cents={cents} currency={currencyOf(details)} />] as const];
  });
  return <Facts rows={rows} />;
}
