import { useState } from 'react';
import { useParams } from 'wouter';
import type { GetApprovalOutput } from '../../../../sdk/src/index.ts';
import { useChange, useData } from '../../lib/data.ts';
import { isNotFound } from '../../lib/errors.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { PurchaseSummary } from '../../ui/purchase-summary.tsx';
import { EmptyState, ErrorNote, Loaded, Note, Skeleton } from '../../ui/states.tsx';
import { Money } from '../../ui/text.tsx';

/** A purchase that waits for a person's approval. Opening the page decides nothing. */
export function ApprovalPage() {
  const { id = '' } = useParams();
  const approval = useData(['approval', id], (api, options) => api.getApproval({ approval_id: id }, options), {
    // An agent's request has no order yet, so no event reports a decision made in the agent's app.
    refresh: (shown) => (shown?.kind === 'mcp' && shown.state === 'open' ? 1000 : false),
  });
  if (isNotFound(approval.error)) {
    return (
      <Page title="Approve a purchase" isNarrow>
        <EmptyState
          icon="check"
          title="Approval not found"
          action={<ButtonLink to="/app/orders">View orders</ButtonLink>}
        >
          It may belong to another account. Check that you're signed in with the email address that received the link.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title="Approve a purchase" lead="The order won't be placed until you approve it." isNarrow>
      <Loaded data={approval} skeleton={<Skeleton height={640} />}>
        {(value) => <Purchase approval={value} />}
      </Loaded>
    </Page>
  );
}

function Purchase({ approval }: { approval: GetApprovalOutput }) {
  const storeName = useRetailerName()(approval.retailer);
  return (
    <Card title={`Order from ${storeName}`}>
      <PurchaseSummary approval={approval} storeName={storeName} />
      {approval.state === 'open' ? <Decision approval={approval} /> : <ApprovalClosed approval={approval} />}
    </Card>
  );
}

type Ended = Exclude<GetApprovalOutput['state'], 'open'>;

const ends: Record<Ended, [title: string, words: string]> = {
  approved: ['Approved', 'Go back to your assistant. It can place this order once.'],
  denied: ['Declined', 'Nothing was bought.'],
  used: ['Already used', 'This approval was already used to place an order.'],
  expired: ['Expired', 'This approval has expired. Nothing was bought.'],
  closed: ['Closed', 'This order is closed. There is nothing to approve.'],
};

function ApprovalClosed({ approval: { kind, state, order_id: orderId } }: { approval: GetApprovalOutput }) {
  if (state === 'open') return null;
  const [title, words] = ends[state];
  const isOrdered = kind === 'policy' && state === 'approved';
  return (
    <>
      <Note title={title}>{isOrdered ? 'The order is being placed.' : words}</Note>
      {orderId && (
        <p>
          <ButtonLink to={`/app/orders/${orderId}`}>View the order</ButtonLink>
        </p>
      )}
    </>
  );
}

/** Both answers are confirmed. */
function Decision({ approval }: { approval: GetApprovalOutput }) {
  const [asks, setAsks] = useState<'yes' | 'no' | null>(null);
  const answer = useChange<boolean>(
    (api, approved) => api.answerApproval({ approval_id: approval.id, body: { approved } }),
    { changes: ['approval', 'order', 'orders', 'overview'] },
  );
  return (
    <>
      <p className="quiet small">Don't recognize this request? Decline it.</p>
      {answer.error && <ErrorNote error={answer.error} />}
      <Allowed to="answerApproval" isExplained>
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
        action={asks === 'no' ? 'Decline purchase' : 'Approve purchase'}
        otherwise="Go back"
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
            "Nothing will be bought. You can't undo this."
          ) : (
            <>
              The order will be placed once. You'll be charged at most <Money cents={approval.max_charge_cents} />.
            </>
          )}
        </p>
      </Confirm>
    </>
  );
}
