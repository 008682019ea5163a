import { useChange, useData } from '../../lib/data.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { AnswerForm } from '../../ui/answer-form.tsx';
import { Card } from '../../ui/card.tsx';
import { CartPrice } from '../../ui/cart-summary.tsx';
import { PurchaseSummary } from '../../ui/purchase-summary.tsx';
import { Screenshot } from '../../ui/screenshot.tsx';
import { Loaded, Note, Skeleton } from '../../ui/states.tsx';
import { Moment } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import type { Order } from './progress.ts';

type Action = NonNullable<Order['next_action']>;

/** The required action and the form for the answer. */
export function ActionCard({ order }: { order: Order }) {
  const action = order.next_action;
  const answer = useChange<{ action: Action; answer: Record<string, unknown> }>(
    (api, { action: { id }, answer: given }) =>
      api.answerOrderAction({ order_id: order.id, action_id: id, body: { answer: given } }),
    { changes: ['order', 'orders', 'overview'], onDone: () => notify('Response sent. Your order is being processed.') },
  );
  if (!action) return null;
  if (action.asked_of === 'operator') {
    return (
      <Note title="An operator is handling this order">
        {action.kind === 'buy'
          ? "An operator is placing the order with the store. You don't need to do anything."
          : "An operator needs to take action first. You don't need to do anything."}
      </Note>
    );
  }
  return (
    <div id="question">
      <Card title="Action required" className="question-card">
        <p>{action.message}</p>
        {action.kind === 'approve' ? <Approval id={action.id} /> : <CartPrice details={action.details} />}
        <Screenshot details={action.details} />
        <Allowed to="answerOrderAction" isExplained>
          <AnswerForm
            key={action.id}
            action={action}
            isBusy={answer.isPending}
            error={answer.error}
            onAnswer={(given) => answer.mutate({ action, answer: given })}
          />
        </Allowed>
        {action.expires_at && action.kind !== 'approve' && (
          <p className="quiet small">
            If nobody responds by <Moment at={action.expires_at} />, the order fails and nothing is bought.
          </p>
        )}
      </Card>
    </div>
  );
}

function Approval({ id }: { id: string }) {
  const nameOf = useRetailerName();
  const approval = useData(['approval', id], (api, options) => api.getApproval({ approval_id: id }, options));
  return (
    <Loaded data={approval} skeleton={<Skeleton height={560} />}>
      {(value) => <PurchaseSummary approval={value} storeName={nameOf(value.retailer)} />}
    </Loaded>
  );
}
