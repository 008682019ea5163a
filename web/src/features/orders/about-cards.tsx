import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { countryName } from '../../lib/country-name.ts';
import { formatDate, taxLabel } from '../../lib/format.ts';
import { imageKey, titleKey } from '../../lib/products.ts';
import { townLine } from '../../lib/town-line.ts';
import { Card, Facts, fact } from '../../ui/card.tsx';
import { CopyButton, Money } from '../../ui/text.tsx';
import { usePeopleRows } from './people-rows.ts';
import type { Order } from './progress.ts';

/** What the store charged; until then, the maximum price. */
export function PriceCard({ order }: { order: Order }) {
  const price = order.job_result?.price_components;
  const parts: [string, number][] = price
    ? [
        ['Items', price.subtotal],
        ['Shipping', price.shipping],
        [taxLabel(price), price.tax],
        ['Fees', price.fees],
      ]
    : [];
  const paid = paidDollars(order);
  const isConverted = paid !== null && price?.currency !== 'USD';
  // Most stores have no fees, so zero is not listed.
  const lines = parts.filter(([name, cents]) => name !== 'Fees' || cents > 0);
  return (
    <Card title="Price">
      <div className="price">
        <Facts
          rows={[
            ...lines.map(
              ([name, cents]) => [name, <Money key={name} cents={cents} currency={price?.currency} />] as const,
            ),
            ['Maximum price', <MaxPrice key="max" order={order} />],
          ]}
        />
        <p className="price-total">
          <span>{outcomeOf(order)}</span>
          {price ? (
            <Money cents={price.total} currency={price.currency} />
          ) : isOver(order) ? (
            <Money cents={0} />
          ) : (
            <MaxPrice order={order} />
          )}
        </p>
        {isConverted && <ConversionNote total={paid} rate={order.exchange?.rate ?? null} currency={price?.currency} />}
        {price &&
          order.status === 'order_placed' &&
          paid !== null &&
          paid < order.max_price &&
          order.payment.mode === 'wallet' && (
            <p className="quiet small">
              <Money cents={order.max_price - paid} /> was released to your wallet.
            </p>
          )}
        {order.payment.mode !== 'wallet' && <PaymentNote payment={order.payment} />}
      </div>
    </Card>
  );
}

/** As it was sent: in US dollars, or in the store's currency. */
function MaxPrice({ order: { max_price: cents, exchange } }: { order: Order }) {
  const abroad = exchange?.max_price ?? null;
  return abroad === null ? <Money cents={cents} /> : <Money cents={abroad} currency={exchange?.currency} />;
}

/** What was paid in US cents; null if a wallet in the store's currency paid. */
function paidDollars({ job_result: result }: Order): number | null {
  const price = result?.price_components;
  if (!price) return null;
  if (price.payment_currency === undefined) return price.total;
  return price.payment_currency === 'USD' ? (price.converted_payment_total ?? null) : null;
}

function ConversionNote({
  total,
  rate,
  currency,
}: {
  total: number;
  rate: string | null;
  currency?: string | undefined;
}) {
  return (
    <p className="quiet small">
      You paid <Money cents={total} />
      {rate && currency ? ` at 1 USD = ${rate} ${currency}` : ''}.
    </p>
  );
}

const paymentStates: Record<Order['payment']['state'], string> = {
  authorized: 'authorized',
  captured: 'charged',
  released: 'released. Nothing was charged',
  refunded: 'refunded',
};

/** The charge of a card or an agent's payment, and its refunds. */
function PaymentNote({ payment }: { payment: Order['payment'] }) {
  const cents =
    payment.state === 'captured' || payment.state === 'refunded' ? payment.captured_cents : payment.authorized_cents;
  const isPartlyRefunded = payment.refunded_cents > 0 && payment.state === 'captured';
  return (
    <p className="quiet small">
      {payment.mode === 'card' ? `Card ${payment.payment_method ?? ''}` : `Paid by ${payment.method ?? 'agent'}`}:{' '}
      <Money cents={payment.mode === 'card' ? cents : (payment.amount_cents ?? cents)} /> {paymentStates[payment.state]}
      {isPartlyRefunded ? (
        <>
          , <Money cents={payment.refunded_cents} /> refunded
        </>
      ) : null}
      .
    </p>
  );
}

function outcomeOf(order: Order): string {
  if (order.status === 'cancelled_by_retailer') return 'Refunded';
  return order.job_result?.price_components || isOver(order) ? 'Charged' : 'On hold';
}

const isOver = ({ status }: Order): boolean =>
  status === 'order_failed' || status === 'cancelled' || status === 'cancelled_by_retailer';

export function AddressCard({ order }: { order: Order }) {
  const to = order.shipping_address;
  const lines = [
    `${to.first_name} ${to.last_name}`,
    to.address_line1,
    to.address_line2,
    townLine(to),
    countryName(to.country),
    to.phone_number,
  ].filter((line): line is string => Boolean(line));
  return (
    <Card title="Ships to" action={<CopyButton text={lines.join('\n')} />}>
      <address className="address">
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </Card>
  );
}

/** Lists only options that were set. */
export function DetailsCard({ order }: { order: Order }) {
  const days = order.tracking_numbers.flatMap((parcel) => parcel.estimated_delivery_date ?? []).sort();
  const arrival = days.at(-1) ?? order.job_result?.estimated_delivery;
  const rows: [string, ReactNode][] = [
    ...(order.merchant_order_ids.length > 0
      ? [fact('Store order number', <code key="ids">{order.merchant_order_ids.join(', ')}</code>)]
      : []),
    ...(arrival ? [fact('Expected delivery', formatDate(arrival))] : []),
    ...usePeopleRows(order.id),
    ['Attempts', order.attempts],
    ...(order.po_number ? [fact('PO number', order.po_number)] : []),
    ...(order.tax_id ? [fact('Tax ID', order.tax_id)] : []),
    ...(order.handling_days_max ? [fact('Handling time', `Up to ${order.handling_days_max} days`)] : []),
    ...(order.is_gift ? [fact('Gift', order.gift_message ?? 'Yes')] : []),
    ...(order.retailer_credentials_id
      ? [fact('Retailer account', retailerAccountLink(order.retailer_credentials_id))]
      : []),
    ...Object.entries(order.metadata)
      .filter(([key]) => key !== titleKey && key !== imageKey)
      .map(([key, value]): [string, ReactNode] => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  ];
  return (
    <Card title="Details">
      <Facts rows={rows} />
    </Card>
  );
}

const retailerAccountLink = (id: string) => <Link href={`/app/accounts/${id}`}>{id}</Link>;
