import { useState } from 'react';
import type { Api } from '../../lib/api.ts';
import { formatMoney, parseMoney } from '../../lib/format.ts';
import { newUuid } from '../../lib/ids.ts';
import { deletePendingKey, readPendingKey, savePendingKey } from '../../lib/pending-keys.ts';
import { Input } from '../../ui/field.tsx';
import { ReasonDialog, type ReasonDialogProps } from './reason-dialog.tsx';

interface AmountDialogProps extends Pick<ReasonDialogProps, 'title' | 'kind' | 'changes' | 'onClose' | 'children'> {
  /** Such as "Refund". */
  verb: string;
  /** What became of the amount, such as "refunded". */
  done: string;
  max: number | null;
  /** What makes this movement this one: with the amount and the reason it names the request until its answer is known. */
  subject: string;
  move(api: Api, move: { id: string; amount_cents: number; note: string }): Promise<unknown>;
}

/** Gives a movement of money an id that stays the same until its answer is known, so that asking again does not move it twice. */
export async function moveOnce(asked: unknown[], move: (id: string) => Promise<unknown>): Promise<void> {
  const text = JSON.stringify(asked);
  const id = readPendingKey(text) ?? newUuid();
  savePendingKey(text, id);
  await move(id);
  deletePendingKey(id);
}

/** Moves money once: asked for again before the answer is known, it is the same movement. */
export function AmountDialog({ verb, done, max, subject, move, children, ...dialog }: AmountDialogProps) {
  const [amount, setAmount] = useState('');
  const cents = parseMoney(amount) ?? 0;
  const problem = amountProblem(cents, max);
  const act = (api: Api, note: string) =>
    moveOnce([verb, subject, cents, note], (id) => move(api, { id, amount_cents: cents, note }));
  return (
    <ReasonDialog
      kind="primary"
      {...dialog}
      action={problem ? verb : `${verb} ${formatMoney(cents)}`}
      act={act}
      done={`${formatMoney(cents)} ${done}.`}
      hint="The customer sees it in their transactions."
      isSound={problem === undefined}
      fields={(isTried) => (
        <Input
          label="Amount"
          before="$"
          inputMode="decimal"
          value={amount}
          hint={max === null ? undefined : `At most ${formatMoney(max)}`}
          error={isTried ? problem : undefined}
          onChange={(event) => setAmount(event.target.value)}
        />
      )}
    >
      {children}
    </ReasonDialog>
  );
}

function amountProblem(cents: number, most: number | null): string | undefined {
  if (cents === 0) return 'Enter an amount, such as 25 or 49.99.';
  if (most !== null && cents > most) return `You can move at most ${formatMoney(most)}.`;
  return undefined;
}
