import { type ReactNode, useState } from 'react';
import type { Api } from '../../lib/api.ts';
import { useChange } from '../../lib/data.ts';
import { formatMoney, parseMoney } from '../../lib/format.ts';
import { newUuid } from '../../lib/ids.ts';
import { forgetKey, keepKey, pendingKey } from '../../lib/pending-keys.ts';
import { Input } from '../../ui/field.tsx';
import { notify } from '../../ui/toast.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

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
  const cents = parseMoney(amount);
  const problem = amountProblem(cents, most);
  const change = useChange<{ id: string; amount_cents: number; note: string }>((api, asked) => move(api, asked), {
    changes,
    onDone(_answer, asked) {
      forgetKey(asked.id);
      notify(`${formatMoney(asked.amount_cents)} ${done}.`);
      onClose();
    },
  });
  const submit = (reason: string) => {
    if (cents === null) return;
    const asked = JSON.stringify([verb, subject, cents, reason]);
    const id = pendingKey(asked) ?? newUuid();
    keepKey(asked, id);
    change.mutate({ id, amount_cents: cents, note: reason });
  };
  return (
    <ReasonDialog
      title={title}
      action={`${verb} ${cents === null || problem ? '' : formatMoney(cents)}`.trim()}
      kind={kind}
      isBusy={change.isPending}
      error={change.error}
      onConfirm={submit}
      onClose={onClose}
      hint="The customer sees it in the transactions."
      isSound={problem === undefined}
      fields={(isTried) => (
        <Input
          label="Amount"
          before="$"
          inputMode="decimal"
          value={amount}
          hint={most === null ? undefined : `At most ${formatMoney(most)}`}
          error={isTried ? problem : undefined}
          onChange={(event) => setAmount(event.target.value)}
        />
      )}
    >
      {children}
    </ReasonDialog>
  );
}

function amountProblem(cents: number | null, most: number | null): string | undefined {
  if (cents === null || cents === 0) return 'Write an amount, such as 25 or 49.99.';
  if (most !== null && cents > most) return `No more than ${formatMoney(most)} can be moved.`;
  return undefined;
}
