import { useState } from 'react';
import type { ResolveReturnOutput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { formatMoney } from '../../lib/format.ts';
import { returnReasonWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Facts, fact } from '../../ui/card.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Choices, Textarea } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { Money } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import type { OperatorReturn } from './files.ts';

const outcomes = ['approved', 'credited', 'denied'] as const;
type Outcome = (typeof outcomes)[number];
const outcomeNames: Record<Outcome, string> = { approved: 'Approve', credited: 'Credit', denied: 'Deny' };

const consequence = (entry: OperatorReturn): Record<Outcome, string> => ({
  approved:
    'The customer sends it back. Errand creates labels where the store allows it, and refunds when the store does.',
  credited: `${formatMoney(entry.worth_cents)} go to the customer's wallet now. Nothing has to be sent back.`,
  denied: 'No refund. The customer can ask again with another reason.',
});

export function ResolveDialog({ entry, onClose }: { entry: OperatorReturn; onClose(): void }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [notes, setNotes] = useState('');
  const resolve = useChange<Outcome, ResolveReturnOutput>(
    (api, status) =>
      api.resolveReturn({ return_request_id: entry.id, body: { status, resolution_notes: notes.trim() || null } }),
    {
      changes: ['operator-returns', 'operator-overview', 'operator-audit'],
      onDone(answer) {
        notify(answer.message);
        onClose();
      },
    },
  );
  return (
    <Dialog title="Resolve return" isOpen onClose={onClose}>
      <Facts
        rows={[
          ['Reason', returnReasonWords[entry.reason]],
          ['Customer', entry.account_email ?? 'Unclaimed sandbox'],
          fact('Charged for the order', entry.charged_cents !== null && <Money cents={entry.charged_cents} />),
          fact('Value', <Money cents={entry.worth_cents} />),
          ['Retailer’s order number', entry.merchant_order_ids.join(', ')],
        ]}
      />
      {entry.notes && (
        <blockquote className="customer-words" dir="auto">
          {entry.notes}
        </blockquote>
      )}
      <Choices<Outcome>
        label="Decision"
        name="outcome"
        value={outcome}
        options={outcomes.map((name) => ({ value: name, label: outcomeNames[name] }))}
        onChoose={setOutcome}
      />
      {outcome && <p className="quiet">{consequence(entry)[outcome]}</p>}
      <Textarea
        label="Note"
        isOptional
        hint="The customer sees it."
        maxLength={2000}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
      {resolve.error && <ErrorNote error={resolve.error} />}
      <Actions>
        <Button onClick={onClose}>Not yet</Button>
        <Button
          kind={outcome === 'denied' ? 'danger' : 'primary'}
          disabled={outcome === null}
          isBusy={resolve.isPending}
          onClick={() => outcome && resolve.mutate(outcome)}
        >
          {outcome ? outcomeNames[outcome] : 'Choose a decision'}
        </Button>
      </Actions>
    </Dialog>
  );
}
