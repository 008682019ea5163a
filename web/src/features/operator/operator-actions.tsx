import { useChange, useData } from '../../lib/data.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { AnswerForm } from '../../ui/answer-form.tsx';
import { Card } from '../../ui/card.tsx';
import { CartSummary } from '../../ui/cart-summary.tsx';
import { Screenshot } from '../../ui/screenshot.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import { OrderLink } from './cells.tsx';
import type { OperatorQuestion } from './files.ts';

/** Actions that orders require from operators, other than buying. */
export function OperatorActions() {
  const questions = useData(['operator-desk', 'questions'], (api, options) => api.listOperatorQuestions({}, options), {
    refresh: 5000,
  });
  const list = questions.data?.actions ?? [];
  if (list.length === 0) return null;
  return (
    <Card title="Action required">
      {list.map((one) => (
        <ActionCard key={one.action.id} asked={one} />
      ))}
    </Card>
  );
}

function ActionCard({ asked }: { asked: OperatorQuestion }) {
  const nameOf = useRetailerName();
  return (
    <section className="desk-question">
      <p>
        <strong>{nameOf(asked.retailer)}</strong> <OrderLink id={asked.order_id} /> <TimeAgo at={asked.asked_at} />
      </p>
      <ActionAnswer asked={asked} />
    </section>
  );
}

/** What the order requires, and the form to answer it. */
export function ActionAnswer({ asked, onDone }: { asked: OperatorQuestion; onDone?(): void }) {
  const { order_id: orderId, action } = asked;
  const answer = useChange<Record<string, unknown>>(
    (api, given) => api.answerOrderAction({ order_id: orderId, action_id: action.id, body: { answer: given } }),
    {
      changes: ['operator-desk', 'operator-today', 'operator-order'],
      onDone() {
        notify('Response sent. The order is still active.');
        onDone?.();
      },
    },
  );
  return (
    <>
      <p>{action.message}</p>
      {action.kind === 'review' && <CartSummary details={action.details} />}
      <Screenshot details={action.details} />
      <AnswerForm
        action={action}
        isBusy={answer.isPending}
        error={answer.error}
        onAnswer={(given) => answer.mutate(given)}
      />
    </>
  );
}
