import { useState } from 'react';
import { useParams } from 'wouter';
import type { GetApprovalOutput } from '../../../../sdk/src/index.ts';
import { useChange, useData } from '../../lib/data.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorNote, Loaded, Note } from '../../ui/states.tsx';
import { ExternalLink, Moment, Money } from '../../ui/text.tsx';

/** What an assistant wants to buy with one of this person's keys. Opening the page decides nothing. */
export function ApprovalPage() {
  const { id = '' } = useParams();
  const approval = useData(['approval', id], (api, options) => api.getApproval({ approval_id: id }, options));
  return (
    <Page title="An assistant wants to buy" lead="Nothing is bought before you say yes." isNarrow>
      <Loaded data={approval}>{(value) => <Purchase approval={value} />}</Loaded>
    </Page>
  );
}

function Purchase({ approval }: { approval: GetApprovalOutput }) {
  const { price_components: price } = approval;
  return (
    <Card title={approval.retailer}>
      <ul className="approval-items">
        {approval.items.map(({ url, quantity, unit_price_cents: unit }) => (
          <li key={url}>
            {quantity} × <Money cents={unit} /> <ExternalLink href={url}>{url}</ExternalLink>
          </li>
        ))}
      </ul>
      <Facts
        rows={[
          ['Items', <Money key="items" cents={price.subtotal} />],
          ['Shipping', <Money key="shipping" cents={price.shipping} />],
          ['Tax', <Money key="tax" cents={price.tax} />],
          ['Fees', <Money key="fees" cents={price.fees + approval.service_fee_cents} />],
          ['Total', <Money key="total" cents={price.total + approval.service_fee_cents} />],
          ['Asked by', `Key “${approval.key}”`],
        ]}
      />
      {approval.state === 'open' ? <Decision approval={approval} /> : <Over state={approval.state} />}
    </Card>
  );
}

const ends: Record<Exclude<GetApprovalOutput['state'], 'open'>, [title: string, words: string]> = {
  approved: ['Approved', 'Go back to your assistant: it can buy this once now.'],
  denied: ['Declined', 'Nothing is bought.'],
  used: ['Bought', 'This approval was used for one order.'],
  expired: ['Too late', 'The price held only for a while. Ask your assistant to try again.'],
};

function Over({ state }: { state: Exclude<GetApprovalOutput['state'], 'open'> }) {
  const [title, words] = ends[state];
  return <Note title={title}>{words}</Note>;
}

/** Both answers are asked for once more. */
function Decision({ approval }: { approval: GetApprovalOutput }) {
  const [asks, setAsks] = useState<'yes' | 'no' | null>(null);
  const answer = useChange<boolean>(
    (api, approved) => api.answerApproval({ approval_id: approval.id, body: { approved } }),
    { changes: ['approval'] },
  );
  const total = approval.price_components.total + approval.service_fee_cents;
  return (
    <>
      <p className="quiet small">
        The price holds until <Moment at={approval.expires_at} />. Did you not ask for this? Then decline it.
      </p>
      {answer.error && <ErrorNote error={answer.error} />}
      <Allowed to="answerApproval" isTold>
        <Actions>
          <Button kind="danger" isBusy={answer.isPending} onClick={() => setAsks('no')}>
            Decline
          </Button>
          <Button kind="primary" isBusy={answer.isPending} onClick={() => setAsks('yes')}>
            Approve
          </Button>
        </Actions>
      </Allowed>
      <Confirm
        title={asks === 'no' ? 'Decline this purchase?' : 'Approve this purchase?'}
        isOpen={asks !== null}
        action={asks === 'no' ? 'Yes, decline' : 'Yes, approve'}
        kind={asks === 'no' ? 'danger' : 'primary'}
        isBusy={answer.isPending}
        error={null}
        onClose={() => setAsks(null)}
        onConfirm={() => {
          answer.mutate(asks === 'yes');
          setAsks(null);
        }}
      >
        <p>
          {asks === 'no' ? (
            'Nothing is bought.'
          ) : (
            <>
              It is bought once, for <Money cents={total} />. A higher price at the store is not paid.
            </>
          )}
        </p>
      </Confirm>
    </>
  );
}
