import { useState } from 'react';
import type { PostToCaseInput, PostToCaseOutput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { keysOf } from '../../lib/fields.ts';
import { caseReasonLabels } from '../../lib/labels.ts';
import { readUpload } from '../../lib/uploads.ts';
import { FileChoice } from '../../ui/attachments.tsx';
import { Button } from '../../ui/button.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Select, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ErrorNote } from '../../ui/states.tsx';

type Body = PostToCaseInput['body'];
type Reason = NonNullable<Body['reason']>;

const reasonOptions = [
  { value: '' as const, label: 'Choose a topic', isDisabled: true },
  ...keysOf(caseReasonLabels).map((value) => ({ value, label: caseReasonLabels[value] })),
];

const formTexts = {
  none: { label: 'What happened?', action: 'Open case' },
  open: { label: 'Your reply', action: 'Send' },
  closed: { label: "What's still wrong?", action: 'Reopen case' },
};

/** An open case takes a message. Opening or reopening one also takes a reason. */
export function CaseForm({ orderId, state }: { orderId: string; state: 'open' | 'closed' | null }) {
  const [message, setMessage] = useState('');
  const [reason, setReason] = useState<Reason | ''>('');
  const [isTried, setIsTried] = useState(false);
  const [files, setFiles] = useState<readonly File[]>([]);
  const post = useChange<Body, PostToCaseOutput>(
    async (api, body, options) => {
      const posted = await api.postToCase({ order_id: orderId, body }, options);
      // Uploaded files leave the list, so a retry sends only the rest.
      for (const file of files) {
        await api.addCaseAttachment({ order_id: orderId, body: await readUpload(file) });
        setFiles((left) => left.filter((each) => each !== file));
      }
      return posted;
    },
    {
      isMessage: true,
      changes: ['cases'],
      onDone() {
        setMessage('');
        setReason('');
        setIsTried(false);
      },
    },
  );
  const needsReason = state !== 'open';
  const text = message.trim();
  const isReady = text !== '' && (!needsReason || reason !== '');
  const { label, action } = formTexts[state ?? 'none'];
  return (
    <Form
      name="case"
      noValidate
      onSubmit={() => {
        setIsTried(true);
        if (isReady) post.mutate({ message: text, ...(reason === '' ? {} : { reason }) });
      }}
    >
      {state === 'closed' && <p className="quiet">This case is closed. Send a message to reopen it.</p>}
      {needsReason && (
        <Select
          label="Topic"
          options={reasonOptions}
          value={reason}
          error={isTried && reason === '' ? 'Choose a topic.' : undefined}
          onChoose={setReason}
        />
      )}
      <Textarea
        label={label}
        rows={4}
        maxLength={10_000}
        dir="auto"
        value={message}
        error={isTried && text === '' ? 'Enter a message.' : undefined}
        onChange={(event) => setMessage(event.target.value)}
      />
      <FileChoice files={files} onChange={setFiles} />
      {post.error && <ErrorNote error={post.error} />}
      <Actions>
        <Button type="submit" kind="primary" icon="chat" isBusy={post.isPending}>
          {action}
        </Button>
      </Actions>
    </Form>
  );
}
