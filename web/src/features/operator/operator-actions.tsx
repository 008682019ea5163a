import { useChange, useData } from '../../lib/data.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { AnswerForm } from '../../ui/answer-form.tsx';
import { Card } from '../../ui/card.tsx';
import { Screenshot } from '../../ui/screenshot.tsx';
import { ShortId, TimeAgo } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
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

function ActionCard({ asked: { order_id: orderId, retailer, asked_at: at, action } }: { asked: OperatorQuestion }) {
  const nameOf = useRetailerName();
  const answer = useChange<Record<string, unknown>>(
    (api, given) => api.answerOrderAction({ order_id: orderId, action_id: action.id, body: { answer: given } }),
    { changes: ['operator-desk'], onDone: () => notify('Response sent. The order is still active.') },
  );
  return (
    <section className="desk-question">
      <p>
        <strong>{nameOf(retailer)}</strong> <ShortId id={orderId} /> <TimeAgo at={at} />
      </p>
      <p>{action.message}</p>
      <Screenshot details={action.details} />
      <AnswerForm
        action={action}
        isBusy={answer.isPending}
        error={answer.error}
        onAnswer={(given) => answer.mutate(given)}
      />
    </section>
  );
}
