import { useState } from 'react';
import { useParams } from 'wouter';
import type { GetAnyCaseOutput, ReplyToCaseInput, ReplyToCaseOutput } from '../../../../sdk/src/index.ts';
import { useQueryParam } from '../../lib/address.ts';
import { useChange, useData } from '../../lib/data.ts';
import { caseReasonLabels, caseStateLabels, orderPlaceOf } from '../../lib/labels.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { readUpload } from '../../lib/uploads.ts';
import { AttachmentList, FileChoice, openFile } from '../../ui/attachments.tsx';
import { StatusBadge, WorldBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Facts, fact } from '../../ui/card.tsx';
import { Checkbox, Textarea } from '../../ui/field.tsx';
import { OrderBadge } from '../../ui/order-name.tsx';
import { SubmitForm } from '../../ui/submit-form.tsx';
import { Moment, Money } from '../../ui/text.tsx';
import { Thread } from '../../ui/thread.tsx';
import { useTexts } from '../../ui/use-texts.ts';
import { AmountDialog } from './amount-dialog.tsx';
import { CustomerLink, OrderLink } from './cells.tsx';
import { SubjectPage } from './subject-page.tsx';

type Case = GetAnyCaseOutput;

export function OperatorCasePage() {
  const { id = '' } = useParams();
  const nameOf = useRetailerName();
  const [dialog, setDialog] = useQueryParam('dialog');
  const data = useData(['operator-cases', id], (api, options) => api.getAnyCase({ order_id: id }, options));
  return (
    <SubjectPage
      data={data}
      name="Case"
      icon="chat"
      missing="Case not found"
      back={{ to: '/app/operator/cases', label: 'Cases' }}
      presence={{ kind: 'case', subject: id }}
    >
      {(thread) => ({
        title: caseReasonLabels[thread.reason],
        badges: <StatusBadge labels={caseStateLabels} status={thread.state} />,
        actions: thread.refundable_cents > 0 && (
          <Button icon="wallet" onClick={() => setDialog('refund')}>
            Refund…
          </Button>
        ),
        main: (
          <>
            <Conversation thread={thread} />
            {dialog === 'refund' && <RefundDialog thread={thread} onClose={() => setDialog(null)} />}
          </>
        ),
        aside: (
          <Card title="About">
            <Facts
              rows={[
                fact('Customer', <CustomerLink of={thread} />),
                fact('Mode', <WorldBadge world={thread.world} />),
                fact('Order', <OrderLink id={thread.order_id} />),
                fact('Order status', <OrderBadge order={orderPlaceOf(thread)} withApiStatus />),
                ['Store', nameOf(thread.retailer)],
                fact('Refundable', <Money cents={thread.refundable_cents} />),
                fact('Opened', <Moment at={thread.created_at} />),
              ]}
            />
          </Card>
        ),
      })}
    </SubjectPage>
  );
}

const Conversation = ({ thread }: { thread: Case }) => (
  <Card>
    <Thread messages={thread.messages} viewer="operator" />
    <AttachmentList
      files={thread.attachments}
      viewer="operator"
      onOpen={openFile('live', (id) => `/operator/cases/${thread.order_id}/attachments/${id}`)}
    />
    <hr className="case-rule" />
    {thread.state === 'open' ? (
      <ReplyForm orderId={thread.order_id} />
    ) : (
      <p className="quiet">The case is closed. Only the customer can reopen it.</p>
    )}
  </Card>
);

const RefundDialog = ({ thread, onClose }: { thread: Case; onClose(): void }) => (
  <AmountDialog
    title="Refund this order?"
    verb="Refund"
    done="refunded to the wallet"
    max={thread.refundable_cents}
    subject={thread.order_id}
    changes={['operator-cases', 'operator-order', 'operator-customer']}
    move={(api, body) => api.refundFromCase({ order_id: thread.order_id, body })}
    onClose={onClose}
  >
    <p>
      The refund goes to the customer's wallet now and is noted in the case. A later return or cancellation won't refund
      this amount again.
    </p>
  </AmountDialog>
);

function ReplyForm({ orderId }: { orderId: string }) {
  const form = useTexts({ message: '' }, ({ message }) =>
    message.trim() === '' ? { message: 'Enter a message.' } : {},
  );
  const [closes, setCloses] = useState(false);
  const [files, setFiles] = useState<readonly File[]>([]);
  const reply = useChange<ReplyToCaseInput['body'], ReplyToCaseOutput>(
    async (api, body, options) => {
      // Files first: the reply may close the case.
      for (const file of files) {
        await api.addAnyCaseAttachment({ order_id: orderId, body: await readUpload(file) });
        setFiles((left) => left.filter((each) => each !== file));
      }
      return api.replyToCase({ order_id: orderId, body }, options);
    },
    { isMessage: true, changes: ['operator-cases', 'operator-overview', 'operator-audit'], onDone: form.clear },
  );
  return (
    <SubmitForm
      name="answer"
      action={closes ? 'Send and close' : 'Send'}
      icon="chat"
      change={reply}
      onSubmit={() => form.attempt(() => reply.mutate({ message: form.typed.message.trim(), close: closes }))}
    >
      <Textarea label="Your reply" rows={4} maxLength={10_000} dir="auto" {...form.field('message')} />
      <Checkbox
        label="Close the case with this reply"
        checked={closes}
        onChange={(event) => setCloses(event.target.checked)}
      />
      <FileChoice files={files} onChange={setFiles} />
    </SubmitForm>
  );
}
