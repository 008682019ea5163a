import { Link } from 'wouter';
import { useQueryParam } from '../../lib/address.ts';
import { plural } from '../../lib/format.ts';
import { orderName } from '../../lib/products.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { useHasPlugin } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Facts, fact } from '../../ui/card.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ExternalLink, Moment, Money, ShortId, TimeAgo } from '../../ui/text.tsx';
import { CustomerName } from './cells.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import type { UnknownOutcome } from './files.ts';

export function NeedsReviewPage() {
  // Such as "bought:<order id>".
  const [decision, setDecision] = useQueryParam('decide');
  const [outcome, orderId] = decision?.split(':') ?? [];
  return (
    <ListPage
      title="Orders that need review"
      lead="Errand submitted the order, but the connection dropped before the store confirmed it. Check the store's order history, then record what you found."
      name={['operator-doubts']}
      load={(api, page, options) => api.listDoubts(page, options)}
      rowsOf={({ doubts }) => doubts}
      pageSize={20}
      look="cards"
      empty={
        <EmptyState icon="check" title="Nothing to review">
          Every submitted order has a confirmed outcome.
        </EmptyState>
      }
      dialog={(doubts) =>
        doubts
          .filter((doubt) => doubt.order_id === orderId)
          .map((doubt) => (
            <DecideDialog
              key={doubt.order_id}
              of={doubt}
              outcome={outcome === 'bought' ? outcome : 'not_bought'}
              onClose={() => setDecision(null)}
            />
          ))
      }
    >
      {(doubts) =>
        doubts.map((doubt) => (
          <NeedsReviewCard
            key={doubt.order_id}
            doubt={doubt}
            onDecide={(verdict) => setDecision(`${verdict}:${doubt.order_id}`)}
          />
        ))
      }
    </ListPage>
  );
}

const recordingsOf = ({ order_id: id }: UnknownOutcome) =>
  fact('Recordings', <Link href={`/app/operator/visits?order=${id}`}>View recordings</Link>);

function NeedsReviewCard({
  doubt,
  onDecide,
}: {
  doubt: UnknownOutcome;
  onDecide(outcome: 'bought' | 'not_bought'): void;
}) {
  const nameOf = useRetailerName();
  const hasPlugin = useHasPlugin();
  const { evidence } = doubt;
  return (
    <Card
      title={<span className="break">{orderName(doubt.order)}</span>}
      action={
        <span className="quiet">
          Stopped checking <TimeAgo at={doubt.needs_review_at} />
        </span>
      }
    >
      <CustomerName of={doubt} />
      <div className="evidence">
        <Facts
          rows={[
            ['Store', nameOf(doubt.retailer)],
            fact('Maximum price', <Money cents={doubt.max_price_cents} />),
            ['Paid by', doubt.paid_by_client ? "Customer's card" : 'Wallet'],
            fact('Submitted', <Moment at={doubt.submitted_at} />),
            fact('Order', <ShortId id={doubt.order_id} />),
            ...(hasPlugin('browser') ? [recordingsOf(doubt)] : []),
          ]}
        />
        <Facts
          rows={[
            fact('Search for', <code>{evidence.reference}</code>),
            ['Saved cart', evidence.checkout_kept ? 'Yes' : 'No'],
            ['Bought with', boughtWith(doubt)],
            ['Checked with store', evidence.times_asked === null ? 'Unknown' : plural(evidence.times_asked, 'time')],
            ['Last response', evidence.last_answer ?? 'None'],
          ]}
        />
      </div>
      <details>
        <summary>Items and timeline</summary>
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
        <Button onClick={() => onDecide('not_bought')}>Not bought</Button>
        <Button kind="primary" onClick={() => onDecide('bought')}>
          Bought
        </Button>
      </div>
    </Card>
  );
}

function boughtWith({ evidence: { bought_with: account } }: UnknownOutcome): string {
  if (!account) return 'No account';
  return `${account.email} (${account.is_own ? "Errand's account" : "customer's account"})`;
}
