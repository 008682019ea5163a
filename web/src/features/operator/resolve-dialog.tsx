import { useState } from 'react';
import type { ResolveReturnOutput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { formatMoney, parseMoney } from '../../lib/format.ts';
import { returnReasonLabels } from '../../lib/labels.ts';
import { Button } from '../../ui/button.tsx';
import { Facts, fact } from '../../ui/card.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Choices, Input, Textarea } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { Money } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import type { OperatorReturn } from './files.ts';

const outcomes = ['approved', 'credited', 'denied'] as const;
type Outcome = (typeof outcomes)[number];
const outcomeNames: Record<Outcome, string> = { approved: 'Approve', credited: 'Credit', denied: 'Deny' };

const consequence = (entry: OperatorReturn): Record<Outcome, string> => ({
  approved:
    'The customer sends the items back. Errand creates labels if the store allows it, and refunds the customer when the store issues the refund.',
  credited: `${formatMoney(entry.worth_cents)} goes to the customer's wallet now, or less if you enter a lower amount.`,
  denied:
    entry.status === 'approved'
      ? 'The store rejected the returned items. No refund. The note tells the customer why.'
      : 'No refund. The customer can request another return with a different reason.',
});

export function ResolveDialog({ entry, onClose }: { entry: OperatorReturn; onClose(): void }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [notes, setNotes] = useState('');
  const [amount, setAmount] = useState('');
  const cents = amount.trim() === '' ? null : parseMoney(amount);
  const isWrong = outcome === 'credited' && amount.trim() !== '' && (cents === null || cents > entry.worth_cents);
  const resolve = useChange<Outcome, ResolveReturnOutput>(
    (api, status) =>
      api.resolveReturn({
        return_request_id: entry.id,
        body: {
          status,
          resolution_notes: notes.trim() || null,
          ...(status === 'credited' && cents !== null ? { amount_cents: cents } : {}),
        },
      }),
    {
      changes: ['operator-returns', 'operator-overview', 'operator-today', 'operator-audit'],
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
          ['Reason', returnReasonLabels[entry.reason]],
          ['Customer', entry.account_email ?? 'Unclaimed sandbox'],
          fact('Charged for the order', entry.charged_cents !== null && <Money cents={entry.charged_cents} />),
          fact('Value', <Money cents={entry.worth_cents} />),
          ['Store order number', entry.merchant_order_ids.join(', ')],
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
        options={outcomes
          .slice(entry.status === 'approved' ? 1 : 0)
          .map((name) => ({ value: name, label: outcomeNames[name] }))}
        onChoose={setOutcome}
      />
      {outcome && <p className="quiet">{consequence(entry)[outcome]}</p>}
      {outcome === 'credited' && (
        <Input
          label="Amount"
          isOptional
          hint={`Leave empty for ${formatMoney(entry.worth_cents)}. Enter less to deduct a restocking fee, for example.`}
          inputMode="decimal"
          value={amount}
          error={isWrong ? `Enter an amount up to ${formatMoney(entry.worth_cents)}.` : undefined}
          onChange={(event) => setAmount(event.target.value)}
        />
      )}
      <Textarea
        label="Note"
        isOptional
        hint="The customer sees this."
        maxLength={2000}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
      {resolve.error && <ErrorNote error={resolve.error} />}
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind={outcome === 'denied' ? 'danger' : 'primary'}
          disabled={outcome === null || isWrong}
          isBusy={resolve.isPending}
          onClick={() => outcome && resolve.mutate(outcome)}
        >
          {outcome ? outcomeNames[outcome] : 'Choose a decision'}
        </Button>
      </Actions>
    </Dialog>
  );
}
