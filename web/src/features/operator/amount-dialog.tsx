import { type ReactNode, useState } from 'react';
import type { Api } from '../../lib/api.ts';
import { currencySign, formatMoney, parseMoney } from '../../lib/format.ts';
import { newUuid } from '../../lib/ids.ts';
import { deletePendingKey, readPendingKey, savePendingKey } from '../../lib/pending-keys.ts';
import { Input } from '../../ui/field.tsx';
import { ReasonDialog, type ReasonDialogProps } from './reason-dialog.tsx';

interface AmountDialogProps extends Pick<ReasonDialogProps, 'title' | 'kind' | 'changes' | 'onClose' | 'children'> {
  /** Such as "Refund". */
  verb: string;
  /** Past tense, such as "refunded". */
  done: string;
  /** In the currency's minor unit, like the amount. */
  max: number | null;
  /** USD by default. */
  currency?: string;
  /** Fields above the amount. */
  above?: ReactNode;
  /** With the amount and the reason, identifies the request until there is a response. */
  subject: string;
  move(api: Api, move: { id: string; amount_cents: number; note: string }): Promise<unknown>;
}

/** Moves money with an ID that stays the same until there is a response, so a retry does not move it twice. */
export async function moveOnce(asked: unknown[], move: (id: string) => Promise<unknown>): Promise<void> {
  const text = JSON.stringify(asked);
  const id = readPendingKey(text) ?? newUuid();
  savePendingKey(text, id);
  await move(id);
  deletePendingKey(id);
}

/** Asks for an amount and a reason, and moves the money once. */
export function AmountDialog(props: AmountDialogProps) {
  const { verb, done, max, currency = 'USD', above, subject, move, children, ...dialog } = props;
  const [amount, setAmount] = useState('');
  const cents = parseMoney(amount, currency) ?? 0;
  const problem = amountProblem(cents, max, currency);
  const act = (api: Api, note: string) =>
    moveOnce([verb, subject, cents, note], (id) => move(api, { id, amount_cents: cents, note }));
  return (
    <ReasonDialog
      kind="primary"
      {...dialog}
      action={problem ? verb : `${verb} ${formatMoney(cents, currency)}`}
      act={act}
      done={`${formatMoney(cents, currency)} ${done}.`}
      hint="The customer sees this in their transactions."
      isSound={problem === undefined}
      fields={(isTried) => (
        <>
          {above}
          <Input
            label="Amount"
            before={currencySign(currency)}
            inputMode="decimal"
            value={amount}
            hint={max === null ? undefined : `Up to ${formatMoney(max, currency)}`}
            error={isTried ? problem : undefined}
            onChange={(event) => setAmount(event.target.value)}
          />
        </>
      )}
    >
      {children}
    </ReasonDialog>
  );
}

function amountProblem(cents: number, most: number | null, currency: string): string | undefined {
  if (cents === 0) return 'Enter an amount, such as 25 or 49.99.';
  if (most !== null && cents > most) return `Enter ${formatMoney(most, currency)} or less.`;
  return undefined;
}
