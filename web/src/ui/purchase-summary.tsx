import type { GetApprovalOutput } from '../../../sdk/src/index.ts';
import { Facts } from './card.tsx';
import './purchase-summary.css';
import { countryName } from '../lib/country-name.ts';
import { taxLabel } from '../lib/format.ts';
import { plainText } from '../lib/plain-text.ts';
import { townLine } from '../lib/town-line.ts';
import { ExternalLink, Moment, Money } from './text.tsx';

/** What a person sees before they approve a purchase. */
export function PurchaseSummary({ approval, storeName }: { approval: GetApprovalOutput; storeName: string }) {
  const { requested_by: by, ship_to: to, rules, expires_at: expiresAt } = approval;
  return (
    <div className="purchase">
      <Items items={approval.items} />
      {to && (
        <section>
          <h3>Ship to</h3>
          <Address to={to} />
        </section>
      )}
      <section>
        <h3>Price</h3>
        <Prices approval={approval} />
      </section>
      <section>
        <h3>Request</h3>
        <Facts
          rows={[
            ['Store', storeName],
            ['Key', plainText(by.key)],
            ['Agent', plainText(by.agent ?? 'Not provided')],
            ['Reason', plainText(by.reason ?? 'Not provided')],
            ['Why approval is needed', rules.map(({ text }) => text).join(' ') || 'A spending policy requires it.'],
            ['Expires', expiresAt ? <Moment key="expires" at={expiresAt} /> : 'Never'],
          ]}
        />
      </section>
    </div>
  );
}

function Items({ items }: { items: GetApprovalOutput['items'] }) {
  return (
    <ul className="purchase-items">
      {items.map(({ url, title, variant, quantity, unit_price_cents: unit }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and the same address may appear twice.
        <li key={index}>
          <strong>
            {quantity} × {title === null ? 'Title not available yet' : plainText(title)}
          </strong>
          {variant && variant.length > 0 && (
            <span>{plainText(variant.map(({ label, value }) => `${label}: ${value}`).join(', '))}</span>
          )}
          <span>{unit === null ? 'Price confirmed at checkout' : <UnitPrice cents={unit} />}</span>
          <span className="quiet small">
            <ExternalLink href={url}>{plainText(url)}</ExternalLink>
          </span>
        </li>
      ))}
    </ul>
  );
}

const UnitPrice = ({ cents }: { cents: number }) => (
  <>
    <Money cents={cents} /> each
  </>
);

const linesOf = (to: NonNullable<GetApprovalOutput['ship_to']>): string[] =>
  [
    `${to.first_name} ${to.last_name}`,
    to.address_line1,
    to.address_line2 ?? '',
    townLine(to),
    countryName(to.country),
    to.phone_number ?? '',
  ]
    .map(plainText)
    .filter((line) => line !== '');

function Address({ to }: { to: NonNullable<GetApprovalOutput['ship_to']> }) {
  return (
    <address className="purchase-address">
      {linesOf(to).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two lines may be the same.
        <span key={index}>{line}</span>
      ))}
    </address>
  );
}

function Prices({ approval }: { approval: GetApprovalOutput }) {
  const { price_components: price, service_fee_cents: fee, max_charge_cents: most, not_known_yet: unknown } = approval;
  const row = (name: string, cents: number) => [name, <Money key={name} cents={cents} />] as const;
  const known = price && [
    row('Items', price.subtotal),
    row('Shipping', price.shipping),
    row(taxLabel(price), price.tax),
    row('Store fees', price.fees),
  ];
  return (
    <>
      <Facts
        rows={[
          ...(known ?? []),
          row('Service fee', fee),
          ...(price ? [row('Total', price.total + fee)] : []),
          row('Maximum charge', most),
          ['Paid with', approval.payment.card ?? 'Wallet'] as const,
        ]}
      />
      {unknown && <p className="quiet small">{unknown}</p>}
    </>
  );
}
