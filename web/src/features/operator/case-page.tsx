import { useState } from 'react';
import { Link, useParams } from 'wouter';
import type { GetAnyCaseOutput, ReplyToCaseInput, ReplyToCaseOutput } from '../../../../sdk/src/index.ts';
import { useAddressPart } from '../../lib/address.ts';
import { useChange, useData } from '../../lib/data.ts';
import { isNotFound } from '../../lib/errors.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { readUpload } from '../../lib/uploads.ts';
import { caseReasonWords, caseStateWords, standingOf } from '../../lib/words.ts';
import { AttachmentList, FileChoice, openFile } from '../../ui/attachments.tsx';
import { StatusBadge, WorldBadge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Checkbox, Textarea } from '../../ui/field.tsx';
import { OrderBadge } from '../../ui/order-name.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorNote, Loaded, Skeleton } from '../../ui/states.tsx';
import { Moment, Money } from '../../ui/text.tsx';
import { Thread } from '../../ui/thread.tsx';
import { AmountDialog } from './amount-dialog.tsx';
import { CustomerLink } from './customer-page.tsx';
import './operator.css';
import { Form } from '../../ui/form.tsx';
import { PresenceBar } from './presence.tsx';

const back = { to: '/app/operator/cases', label: 'Cases' };

export function OperatorCasePage() {
  const { id } = useParams<{ id: string }>();
  const thread = useData(['operator-cases', id], (api, options) => api.getAnyCase({ order_id: id }, options), {
    refresh: 5000,
  });
  if (isNotFound(thread.error)) {
    return (
      <Page title="Case" back={back}>
        <EmptyState
          icon="chat"
          title="There is no such case"
          action={<ButtonLink to={back.to}>To the cases</ButtonLink>}
        />
      </Page>
    );
  }
  return (
    <Loaded
      data={thread}
      skeleton={
        <Page title="Case" back={back}>
          <Skeleton height={300} />
        </Page>
      }
    >
      {(value) => <Shown thread={value} />}
    </Loaded>
  );
}

function Shown({ thread }: { thread: GetAnyCaseOutput }) {
  const nameOf = useRetailerName();
  const [dialog, setDialog] = useAddressPart('dialog');
  const open = openFile('live', (id) => `/operator/cases/${thread.order_id}/attachments/${id}`);
  return (
    <Page
      title={caseReasonWords[thread.reason]}
      heading={
        <>
          {caseReasonWords[thread.reason]}
          <StatusBadge words={caseStateWords} status={thread.state} />
        </>
      }
      back={back}
      actions={
        thread.refundable_cents > 0 && (
          <Button icon="wallet" onClick={() => setDialog('refund')}>
            Refund …
          </Button>
        )
      }
    >
      <PresenceBar kind="case" subject={thread.order_id} />
      <div className="columns">
        <Card>
          <Thread messages={thread.messages} viewer="operator" />
          <AttachmentList files={thread.attachments} viewer="operator" onOpen={open} />
          <hr className="case-rule" />
          {thread.state === 'open' ? (
            <ReplyForm orderId={thread.order_id} />
          ) : (
            <p className="quiet">The case is closed. Only the customer can reopen it.</p>
          )}
        </Card>
        <Card title="About">
          <Facts
            rows={[
              ['Customer', <CustomerLink key="who" id={thread.account_id} email={thread.account_email} />],
              ['World', <WorldBadge key="world" world={thread.world} />],
              [
                'Order',
                <Link key="order" href={`/app/operator/orders/${thread.order_id}`}>
                  {thread.order_id.slice(0, 8)}
                </Link>,
              ],
              ['Order is', <OrderBadge key="status" order={standingOf(thread)} withWord />],
              ['Retailer', nameOf(thread.retailer)],
              ['Can be refunded', <Money key="left" cents={thread.refundable_cents} />],
              ['Opened', <Moment key="at" at={thread.created_at} />],
            ]}
          />
        </Card>
      </div>
      {dialog === 'refund' && <RefundDialog thread={thread} onClose={() => setDialog(null)} />}
    </Page>
  );
}

const RefundDialog = ({ thread, onClose }: { thread: GetAnyCaseOutput; onClose(): void }) => (
  <AmountDialog
    title="Refund part of this order?"
    verb="Refund"
    done="are back on the wallet"
    most={thread.refundable_cents}
    subject={thread.order_id}
    changes={['operator-cases', 'operator-order', 'operator-customer', 'operator-audit']}
    move={(api, body) => api.refundFromCase({ order_id: thread.order_id, body })}
    onClose={onClose}
  >
    <p>
      It goes onto the customer’s wallet at once, and the case says so. Neither a return nor a cancellation pays the
      same money again.
    </p>
  </AmountDialog>
);

function ReplyForm({ orderId }: { orderId: string }) {
  const [message, setMessage] = useState('');
  const [closes, setCloses] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const [files, setFiles] = useState<readonly File[]>([]);
  const reply = useChange<ReplyToCaseInput['body'], ReplyToCaseOutput>(
    async (api, body, options) => {
      // Files first: a last word closes the case.
      for (const file of files) {
        await api.addAnyCaseAttachment({ order_id: orderId, body: await readUpload(file) });
        setFiles((left) => left.filter((each) => each !== file));
      }
      return api.replyToCase({ order_id: orderId, body }, options);
    },
    {
      isMessage: true,
      changes: ['operator-cases', 'operator-overview', 'operator-audit'],
      onDone() {
        setMessage('');
        setIsTried(false);
      },
    },
  );
  const text = message.trim();
  return (
    <Form
      name="answer"
      noValidate
      onSubmit={() => {
        setIsTried(true);
        if (text !== '') reply.mutate({ message: text, close: closes });
      }}
    >
      <Textarea
        label="Your answer"
        rows={4}
        maxLength={10_000}
        dir="auto"
        value={message}
        error={isTried && text === '' ? 'Write a few words first.' : undefined}
        onChange={(event) => setMessage(event.target.value)}
      />
      <Checkbox
        label="This is the last word: close the case"
        checked={closes}
        onChange={(event) => setCloses(event.target.checked)}
      />
      <FileChoice files={files} onChange={setFiles} />
      {reply.error && <ErrorNote error={reply.error} />}
      <Actions>
        <Button type="submit" kind="primary" icon="chat" isBusy={reply.isPending}>
          {closes ? 'Answer and close' : 'Answer'}
        </Button>
      </Actions>
    </Form>
  );
}
