import { type ReactNode, useState } from 'react';
import type { Api } from '../../lib/api.ts';
import { useChange } from '../../lib/data.ts';
import { formatMoney, parseMoney } from '../../lib/format.ts';
import { newUuid } from '../../lib/ids.ts';
import { forgetKey, keepKey, pendingKey } from '../../lib/pending-keys.ts';
import { Input, Textarea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';

interface AmountDialogProps {
  title: string;
  /** Such as "Refund". */
  verb: string;
  done: string;
  kind?: 'primary' | 'danger';
  most: number | null;
  /** What makes this movement this one: with the amount and the reason it names the request until its answer is known. */
  subject: string;
  changes: string[];
  move(api: Api, move: { id: string; amount_cents: number; note: string }): Promise<unknown>;
  onClose(): void;
  children: ReactNode;
}

/** Moves money once: asked for again before the answer is known, it is the same movement. */
export function AmountDialog(props: AmountDialogProps) {
  const { title, verb, done, kind = 'primary', most, subject, changes, move, onClose, children } = props;
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const cents = parseMoney(amount);
  const problem = amountProblem(cents, most);
  const reason = note.trim();
  const change = useChange<{ id: string; amount_cents: number; note: string }>((api, asked) => move(api, asked), {
    changes,
    onDone(_answer, asked) {
      forgetKey(asked.id);
      notify(`${formatMoney(asked.amount_cents)} ${done}.`);
      onClose();
    },
  });
  const submit = () => {
    setIsTried(true);
    if (cents === null || problem || reason === '') return;
    const asked = JSON.stringify([verb, subject, cents, reason]);
    const id = pendingKey(asked) ?? newUuid();
    keepKey(asked, id);
    change.mutate({ id, amount_cents: cents, note: reason });
  };
  return (
    <FormDialog
      title={title}
      lead={children}
      action={`${verb} ${cents === null || problem ? '' : formatMoney(cents)}`.trim()}
      kind={kind}
      isBusy={change.isPending}
      error={change.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Input
        label="Amount"
        before="$"
        inputMode="decimal"
        value={amount}
        hint={most === null ? undefined : `At most ${formatMoney(most)}`}
        error={isTried ? problem : undefined}
        onChange={(event) => setAmount(event.target.value)}
      />
      <Textarea
        label="Reason"
        hint="The customer sees it in the transactions."
        maxLength={500}
        value={note}
        error={isTried && reason === '' ? 'Say why.' : undefined}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}

function amountProblem(cents: number | null, most: number | null): string | undefined {
  if (cents === null || cents === 0) return 'Write an amount, such as 25 or 49.99.';
  if (most !== null && cents > most) return `No more than ${formatMoney(most)} can be moved.`;
  return undefined;
}
