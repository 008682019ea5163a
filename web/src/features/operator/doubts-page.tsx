import { useState } from 'react';
import { Link } from 'wouter';
import { useAddressPart } from '../../lib/address.ts';
import { useData } from '../../lib/data.ts';
import { orderName } from '../../lib/products.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { useHasPlugin } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { ExternalLink, Moment, Money, ShortId, TimeAgo } from '../../ui/text.tsx';
import { CustomerName } from './customer-name.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import type { Doubt } from './files.ts';
import './operator.css';

const pageSize = 20;

export function DoubtsPage() {
  const [offset, setOffset] = useState(0);
  // Such as "bought:" and the id of the order.
  const [decision, setDecision] = useAddressPart('decide');
  const doubts = useData(
    ['operator-doubts', offset],
    (api, options) => api.listDoubts({ limit: pageSize, offset }, options),
    { keepPrevious: true, refresh: 10_000 },
  );
  const [outcome, orderId] = decision?.split(':') ?? [];
  const deciding = doubts.data?.doubts.find((doubt) => doubt.order_id === orderId);
  return (
    <Page
      title="Orders in doubt"
      lead="The connection broke after the buy button was pressed, and asking the retailer brought no answer. Look into the retailer's own order history, then say what you saw."
    >
      <Loaded data={doubts} skeleton={<Skeleton height={260} />}>
        {({ doubts: files, total }) =>
          files.length === 0 ? (
            <Card>
              <EmptyState icon="check" title="Nothing is in doubt">
                Every order's outcome is known.
              </EmptyState>
            </Card>
          ) : (
            <>
              {files.map((doubt) => (
                <DoubtCard
                  key={doubt.order_id}
                  doubt={doubt}
                  onDecide={(verdict) => setDecision(`${verdict}:${doubt.order_id}`)}
                />
              ))}
              <Pager offset={offset} limit={pageSize} total={total} onMove={setOffset} />
            </>
          )
        }
      </Loaded>
      {deciding && (
        <DecideDialog
          doubt={deciding}
          outcome={outcome === 'bought' ? outcome : 'not_bought'}
          onClose={() => setDecision(null)}
        />
      )}
    </Page>
  );
}

const visitsOf = ({ order_id: id }: Doubt) =>
  [
    'Visits',
    <Link key="visits" href={`/app/operator/visits?order=${id}`}>
      What the browser did
    </Link>,
  ] as const;

function DoubtCard({ doubt, onDecide }: { doubt: Doubt; onDecide(outcome: 'bought' | 'not_bought'): void }) {
  const nameOf = useRetailerName();
  const hasPlugin = useHasPlugin();
  const { evidence } = doubt;
  return (
    <Card
      title={<span className="break">{orderName(doubt.order)}</span>}
      action={
        <span className="quiet">
          Given up <TimeAgo at={doubt.needs_review_at} />
        </span>
      }
    >
      <CustomerName of={doubt} />
      <div className="evidence">
        <Facts
          rows={[
            ['Retailer', nameOf(doubt.retailer)],
            ['At most', <Money key="most" cents={doubt.max_price_cents} />],
            ['Paid by', doubt.paid_by_client ? "the client's own card" : 'the wallet'],
            ['Button pressed', <Moment key="at" at={doubt.submitted_at} />],
            ['Order', <ShortId key="id" id={doubt.order_id} />],
            ...(hasPlugin('browser') ? [visitsOf(doubt)] : []),
          ]}
        />
        <Facts
          rows={[
            ['Look for', <code key="ref">{evidence.reference}</code>],
            ['Cart', evidence.checkout_kept ? 'known to the connector' : 'not known'],
            ['Bought with', boughtWith(doubt)],
            ['Asked', evidence.times_asked === null ? 'not known' : `${evidence.times_asked} times`],
            ['Last answer', evidence.last_answer ?? 'none'],
          ]}
        />
      </div>
      <details>
        <summary>What was ordered, and what happened</summary>
        <div className="evidence">
          <ul className="evidence-list">
            {doubt.order.items.map((item) => (
              <li key={item.id}>
                {item.quantity} × <ExternalLink href={item.url} />
              </li>
            ))}
          </ul>
          <ul className="evidence-list">
            {evidence.timeline.map((milestone) => (
              <li key={milestone.type + milestone.occurred_at}>
                <Moment at={milestone.occurred_at} /> {milestone.label}
              </li>
            ))}
          </ul>
        </div>
      </details>
      <div className="decisions">
        <Button onClick={() => onDecide('not_bought')}>It was not bought</Button>
        <Button kind="primary" onClick={() => onDecide('bought')}>
          It was bought
        </Button>
      </div>
    </Card>
  );
}

function boughtWith({ evidence: { bought_with: account } }: Doubt): string {
  if (!account) return 'no account';
  return `${account.email} (${account.is_own ? 'our own' : "the customer's"})`;
}
