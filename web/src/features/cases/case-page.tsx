import { Link, useParams } from 'wouter';
import type { GetCaseOutput, GetOrderOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { isNotFound } from '../../lib/errors.ts';
import { caseReasonLabels, caseStateLabels } from '../../lib/labels.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { useWorld } from '../../lib/world.tsx';
import { Allowed } from '../../ui/allowed.tsx';
import { AttachmentList, openFile } from '../../ui/attachments.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { MissingPage } from '../../ui/detail-page.tsx';
import { OrderBadge, OrderName } from '../../ui/order-name.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorNote, Loaded, Skeleton } from '../../ui/states.tsx';
import { Thread } from '../../ui/thread.tsx';
import { CaseForm } from './case-form.tsx';
import './cases.css';

const back = { to: '/app/cases', label: 'Cases' };

/** An order's case, or the form to open one. */
export function CasePage() {
  const { id } = useParams<{ id: string }>();
  const order = useData(['order', id], (api, options) => api.getOrder({ order_id: id }, options));
  const thread = useData(['cases', id], (api, options) => api.getCase({ order_id: id }, options));
  if (isNotFound(order.error)) return <MissingPage title="Order" icon="chat" back={back} />;
  const isNone = isNotFound(thread.error);
  return (
    <Page
      title={thread.data ? caseReasonLabels[thread.data.reason] : 'Get help'}
      heading={
        thread.data ? (
          <>
            {caseReasonLabels[thread.data.reason]}
            <StatusBadge labels={caseStateLabels} status={thread.data.state} />
          </>
        ) : (
          'Get help'
        )
      }
      back={back}
      lead={isNone && "Tell support what went wrong with this order. They'll reply here."}
      isNarrow
    >
      <Loaded data={order} skeleton={<Skeleton height={72} />}>
        {(value) => <OrderCard order={value} />}
      </Loaded>
      {isNone ? (
        <Card>
          <Allowed to="postToCase" isExplained>
            <CaseForm orderId={id} state={null} />
          </Allowed>
        </Card>
      ) : thread.data ? (
        <Conversation thread={thread.data} />
      ) : thread.error ? (
        <ErrorNote error={thread.error} onRetry={() => void thread.refetch()} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Page>
  );
}

function Conversation({ thread }: { thread: GetCaseOutput }) {
  const { world } = useWorld();
  const open = openFile(world, (id) => `/orders/${thread.order_id}/case/attachments/${id}`);
  return (
    <Card>
      <Thread messages={thread.messages} viewer="customer" />
      <AttachmentList files={thread.attachments} viewer="customer" onOpen={open} />
      <hr className="case-rule" />
      <Allowed to="postToCase" isExplained>
        <CaseForm key={thread.state} orderId={thread.order_id} state={thread.state} />
      </Allowed>
    </Card>
  );
}

function OrderCard({ order }: { order: GetOrderOutput }) {
  const nameOf = useRetailerName();
  return (
    <Link href={`/app/orders/${order.id}`} className="case-order">
      <OrderName order={order} note={nameOf(order.retailer)} />
      <OrderBadge order={order} />
    </Link>
  );
}
