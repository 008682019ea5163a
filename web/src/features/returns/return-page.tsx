import { Link, useParams } from 'wouter';
import type { GetOrderOutput, GetReturnOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { formatMoney } from '../../lib/format.ts';
import { returnReasonLabels, returnStatusLabels } from '../../lib/labels.ts';
import { useOrderedProducts } from '../../lib/ordered-products.ts';
import { nameOfUrl } from '../../lib/products.ts';
import { safeUrl } from '../../lib/url.ts';
import { useWorld } from '../../lib/world.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { DetailPage } from '../../ui/detail-page.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { type Step, Steps } from '../../ui/steps.tsx';
import { Moment, Money, ShortId } from '../../ui/text.tsx';
import './returns.css';
import { SandboxDecision } from './sandbox-decision.tsx';

const back = { to: '/app/returns', label: 'Returns' };

export function ReturnPage() {
  const { id } = useParams<{ id: string }>();
  const entry = useData(['returns', id], (api, options) => api.getReturn({ return_request_id: id }, options));
  return (
    <DetailPage data={entry} title="Return" icon="back" back={back}>
      {(value) => <Shown entry={value} />}
    </DetailPage>
  );
}

function Shown({ entry }: { entry: GetReturnOutput }) {
  const { world } = useWorld();
  const isWaiting = entry.refund?.status === 'waiting';
  return (
    <Page
      title="Return"
      heading={
        <>
          {returnReasonLabels[entry.reason]}
          <StatusBadge labels={returnStatusLabels} status={entry.status} />
        </>
      }
      back={back}
    >
      <div className="columns">
        <div className="stack">
          <Card title="Status">
            <Steps label="Return progress" steps={stepsOf(entry)} />
            <p className="quiet">{describeNext(entry)}</p>
            {entry.resolution_notes && (
              <blockquote className="return-note">
                <p>{entry.resolution_notes}</p>
              </blockquote>
            )}
          </Card>
          <ItemsCard entry={entry} />
          {entry.notes && (
            <Card title="Your note">
              <p className="return-words">{entry.notes}</p>
            </Card>
          )}
        </div>
        <div className="stack">
          {world === 'test' && isWaiting && <SandboxDecision id={entry.id} isApproved={entry.status === 'approved'} />}
          <LabelsCard entry={entry} />
          <Card title="Details">
            <Facts
              rows={[
                ['Requested', <Moment key="at" at={entry.created_at} />],
                ['Refund', <RefundText key="refund" refund={entry.refund} />],
                ...(entry.refund?.credited_at
                  ? [['Credited', <Moment key="credited" at={entry.refund.credited_at} />] as const]
                  : []),
                [
                  'Order',
                  <Link key="order" href={`/app/orders/${entry.order_id}`}>
                    <ShortId id={entry.order_id} />
                  </Link>,
                ],
                ['Return number', entry.merchant_return_id ?? '–'],
                ['ID', <ShortId key="id" id={entry.id} />],
              ]}
            />
          </Card>
        </div>
      </div>
    </Page>
  );
}

function RefundText({ refund }: { refund: GetReturnOutput['refund'] }) {
  if (refund === null) return 'None';
  if (refund.status === 'paid_by_retailer') return 'Refunded by the store to your payment method';
  const cents = refund.credited_cents ?? refund.expected_cents;
  return (
    <>
      {cents !== null && <Money cents={cents} />}
      {refund.status === 'waiting' && ' expected'}
    </>
  );
}

function stepsOf({ status, label_urls: labels }: GetReturnOutput): Step[] {
  const requested: Step = { name: 'Requested', state: 'done' };
  if (status === 'open') {
    return [requested, { name: 'Request sent to store', state: 'current' }, { name: 'Decision', state: 'todo' }];
  }
  const asked: Step = { name: 'Request sent to store', state: 'done' };
  if (status === 'denied') return [requested, asked, { name: 'Denied', state: 'failed' }];
  if (status === 'credited') return [requested, asked, { name: 'Credited', state: 'done' }];
  const send: Step = { name: labels.length > 0 ? 'Send it back' : 'Refund', state: 'current' };
  return [requested, asked, { name: 'Approved', state: 'done' }, send];
}

function describeNext({ status, label_urls: labels, refund }: GetReturnOutput): string {
  switch (status) {
    case 'open':
      return 'Waiting for the store. This page updates automatically.';
    case 'approved': {
      const send =
        labels.length > 0
          ? 'Print the label, attach it to the package, and drop it off.'
          : "Approved without a label. See the order's case for return instructions.";
      const isDirect = refund?.status === 'paid_by_retailer';
      return `${send} ${isDirect ? 'The store refunds you directly.' : 'Your wallet is credited when the store issues the refund.'}`;
    }
    case 'denied':
      return 'The store denied the return. Try again with another reason, or open a case.';
    case 'credited': {
      const cents = refund?.credited_cents ?? null;
      return `${cents === null ? 'The refund' : formatMoney(cents)} was added to your wallet.`;
    }
  }
}

function ItemsCard({ entry }: { entry: GetReturnOutput }) {
  const order = useData(['order', entry.order_id], (api, options) =>
    api.getOrder({ order_id: entry.order_id }, options),
  );
  return (
    <Card title="Items">
      <Loaded data={order}>{(value) => <Items entry={entry} order={value} />}</Loaded>
    </Card>
  );
}

function Items({ entry, order }: { entry: GetReturnOutput; order: GetOrderOutput }) {
  const products = useOrderedProducts(order);
  const nameOf = (id: string) => products[order.items.findIndex((one) => one.id === id)]?.title ?? nameOfUrl('');
  return (
    <ul className="return-items">
      {entry.items.map((item) => (
        <li key={item.order_item_id}>
          <span className="break">{nameOf(item.order_item_id)}</span>
          <span className="quiet return-quantity">× {item.quantity}</span>
        </li>
      ))}
    </ul>
  );
}

function LabelsCard({ entry }: { entry: GetReturnOutput }) {
  if (entry.label_urls.length === 0) return null;
  return (
    <Card title={entry.label_urls.length === 1 ? 'Label' : 'Labels'}>
      {entry.label_urls.map((url, index) => (
        <a
          key={url}
          className="button button-primary button-normal"
          href={safeUrl(url)?.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
        >
          <Icon name="download" size={18} />
          <span>{entry.label_urls.length === 1 ? 'Label as PDF' : `Label ${index + 1} as PDF`}</span>
        </a>
      ))}
      <p className="quiet small">4 × 6 inches. The link is valid for seven days. Reload this page for a new one.</p>
    </Card>
  );
}
