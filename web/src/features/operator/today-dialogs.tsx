import { type ReactNode, useState } from 'react';
import type { GetTodayOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { formatNumber } from '../../lib/format.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Facts, fact } from '../../ui/card.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Choices } from '../../ui/field.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Moment, Money, TimeAgo } from '../../ui/text.tsx';
import { CustomerLink, OrderLink } from './cells.tsx';
import { jobTexts } from './job-list.tsx';
import { ActionAnswer } from './operator-actions.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';

export type Task = GetTodayOutput['tasks'][number];

interface TaskProps {
  task: Task;
  onClose(): void;
}

/** Tasks that are handled on the page that lists them. */
export const handledHere = ['action', 'return', 'overdue_refund', 'charge', 'alert', 'job', 'endpoint'] as const;

export const taskDialogs: Record<(typeof handledHere)[number], (props: TaskProps) => ReactNode> = {
  action: ActionDialog,
  return: ReturnDialog,
  overdue_refund: ReturnDialog,
  charge: ChargeDialog,
  alert: AlertDialog,
  job: JobDialog,
  endpoint: EndpointDialog,
};

/** As many as Today lists of a kind, in the same order. */
const listed = { limit: 100, offset: 0 };

const Done = () => <p className="quiet">This task is already done.</p>;

const orderFact = ({ order_id: id }: Task) => fact('Order', id && <OrderLink id={id} />);
const customerFact = ({ account_id: id, account_email: email }: Task) =>
  fact('Customer', id && <CustomerLink of={{ account_id: id, account_email: email }} />);

function ActionDialog({ task, onClose }: TaskProps) {
  const data = useData(['operator-desk', 'questions'], (api, options) => api.listOperatorQuestions({}, options));
  return (
    <Dialog title="Complete a required action" isOpen onClose={onClose}>
      <Facts rows={[customerFact(task), orderFact(task)]} />
      <Loaded data={data}>
        {({ actions }) => {
          const asked = actions.find(({ action }) => action.id === task.id);
          return asked ? <ActionAnswer asked={asked} onDone={onClose} /> : <Done />;
        }}
      </Loaded>
    </Dialog>
  );
}

function ReturnDialog({ task, onClose }: TaskProps) {
  const data = useData(['operator-returns', 'one', task.id], (api, options) =>
    api.getAnyReturn({ return_request_id: task.id }, options),
  );
  if (data.data) return <ResolveDialog entry={data.data} onClose={onClose} />;
  return (
    <Dialog title="Resolve return" isOpen onClose={onClose}>
      <Loaded data={data}>{() => null}</Loaded>
    </Dialog>
  );
}

type Verdict = keyof typeof jobTexts;

function JobDialog({ task, onClose }: TaskProps) {
  const [verdict, setVerdict] = useState<Verdict>('retry');
  const { effect, action, kind, done } = jobTexts[verdict];
  return (
    <ReasonDialog
      title="Failed job"
      action={action}
      kind={kind}
      done={done}
      act={(api, reason) => api.decideJob({ job_id: task.id, body: { verdict, reason } })}
      changes={['operator-today', 'operator-order', 'operator-overview']}
      onClose={onClose}
      fields={() => (
        <Choices<Verdict>
          label="Decision"
          name="verdict"
          value={verdict}
          options={[
            { value: 'retry', label: 'Retry' },
            { value: 'discard', label: 'Discard' },
          ]}
          onChoose={setVerdict}
        />
      )}
    >
      <Facts rows={[fact('Failed', <Moment at={task.since} />), customerFact(task), orderFact(task)]} />
      <p className="break">{task.note}</p>
      <p className="quiet">{effect}</p>
    </ReasonDialog>
  );
}

function ChargeDialog({ task, onClose }: TaskProps) {
  const data = useData(['operator-charges', 'today'], (api, options) => api.listOpenCharges(listed, options));
  return (
    <Dialog title="Unsettled charge" isOpen onClose={onClose}>
      <Loaded data={data}>
        {({ charges }) => {
          const charge = charges.find(({ id }) => id === task.id);
          if (!charge) return <Done />;
          return (
            <Facts
              rows={[
                ['Type', charge.kind === 'charge' ? 'Charge' : 'Refund'],
                fact('Amount', <Money cents={charge.amount_cents} currency={charge.currency} />),
                ['Payment method', charge.method],
                fact('Provider reference', charge.reference && <code className="break">{charge.reference}</code>),
                ['Last response', charge.last_answer ?? 'Not checked yet'],
                ['Checks', formatNumber(charge.looks)],
                fact('Since', <Moment at={charge.since} />),
              ]}
            />
          );
        }}
      </Loaded>
      <p className="quiet">
        Errand checks with the payment provider until the charge settles. If it stays here for days, check the
        provider's dashboard.
      </p>
    </Dialog>
  );
}

function AlertDialog({ task, onClose }: TaskProps) {
  const data = useData(['operator-alerts'], (api, options) => api.listAlerts({}, options));
  return (
    <Dialog title="Active alert" isOpen onClose={onClose}>
      <Loaded data={data}>
        {({ alerts }) => {
          const alert = alerts.find(({ id }) => id === task.id);
          if (!alert || alert.resolved_at) return <Done />;
          return (
            <>
              <Facts
                rows={[['Alert', alert.title], ['Measured', alert.detail], fact('Since', <Moment at={task.since} />)]}
              />
              <p className="quiet">The alert is resolved when the value is back to normal.</p>
              <Actions>
                <ButtonLink to={`/app/operator/alerts?rule=${encodeURIComponent(alert.rule)}`}>Edit rule</ButtonLink>
                <ButtonLink kind="primary" to="/app/operator/monitoring">
                  View monitoring
                </ButtonLink>
              </Actions>
            </>
          );
        }}
      </Loaded>
    </Dialog>
  );
}

function EndpointDialog({ task, onClose }: TaskProps) {
  const data = useData(['operator-webhooks', 'today'], (api, options) =>
    api.listFailingWebhookReceivers(listed, options),
  );
  return (
    <Dialog title="Failing endpoint" isOpen onClose={onClose}>
      <Loaded data={data}>
        {({ receivers }) => {
          const one = receivers.find((each) => `${each.account_id} ${each.world} ${each.url}` === task.id);
          if (!one) return <Done />;
          return (
            <Facts
              rows={[
                fact('Endpoint', <code className="break">{one.url}</code>),
                fact('Customer', <CustomerLink of={one} />),
                ['Last response', one.last_error ?? `Responded with ${one.last_status}`],
                ['Failures', formatNumber(one.failures)],
                ['Retrying', formatNumber(one.waiting)],
                fact('Failing since', <TimeAgo at={one.failing_since} />),
                fact('Next attempt', one.next_attempt_at ? <TimeAgo at={one.next_attempt_at} /> : 'None'),
              ]}
            />
          );
        }}
      </Loaded>
      <p className="quiet">Errand retries automatically. Consider contacting the customer.</p>
    </Dialog>
  );
}
