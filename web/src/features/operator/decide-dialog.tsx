import { useState } from 'react';
import { useChange } from '../../lib/data.ts';
import { fieldErrorsOf } from '../../lib/errors.ts';
import { currencySign, formatMoney, parseMoney } from '../../lib/format.ts';
import { orderName } from '../../lib/products.ts';
import { Checkbox, Input, Textarea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Note } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';
import { useTexts } from '../../ui/use-texts.ts';
import type { UnknownOutcome } from './files.ts';

type Decided = Pick<UnknownOutcome, 'account_email' | 'max_price_cents' | 'order'>;

interface DecideDialogProps {
  of: Decided;
  outcome: 'bought' | 'not_bought';
  onClose(): void;
}

interface Typed {
  total: string;
  number: string;
  note: string;
}

const problemsFor = (isBought: boolean, currency: string) => (typed: Typed) => ({
  ...(isBought && parseMoney(typed.total, currency) === null ? { total: 'Enter what the store charged.' } : {}),
  ...(isBought && typed.number.trim() === '' ? { number: "Enter the store's order number." } : {}),
  ...(typed.note.trim() === '' ? { note: 'Enter what you found.' } : {}),
});

/** A decision moves money and is final, so it asks for evidence and a confirmation. */
export function DecideDialog({ of: decided, outcome, onClose }: DecideDialogProps) {
  const isBought = outcome === 'bought';
  const currency = decided.order.exchange?.currency ?? 'USD';
  const form = useTexts({ total: '', number: '', note: '' }, problemsFor(isBought, currency));
  const [isSure, setIsSure] = useState(false);
  const decide = useChange<Typed>(
    (api, { total, number, note }) =>
      api.decideDoubt({
        order_id: decided.order.id,
        body: {
          outcome,
          note: note.trim(),
          ...(isBought ? { total_cents: parseMoney(total, currency) ?? 0, merchant_order_id: number.trim() } : {}),
        },
      }),
    {
      changes: [
        'operator-doubts',
        'operator-order',
        'operator-orders',
        'operator-today',
        'operator-overview',
        'operator-audit',
      ],
      onDone() {
        notify(isBought ? 'Recorded as bought.' : 'Recorded as not bought.');
        onClose();
      },
    },
  );
  const refused = fieldErrorsOf(decide.error);
  const isShownAtField = [refused.total_cents, refused.merchant_order_id, refused.note].some(Boolean);
  const total = parseMoney(form.typed.total, currency);
  return (
    <FormDialog
      title={isBought ? 'Record as bought' : 'Record as not bought'}
      lead={<Consequence of={decided} isBought={isBought} />}
      action={isBought ? 'Record as bought' : 'Record as not bought'}
      isBusy={decide.isPending}
      error={isShownAtField ? null : decide.error}
      onSubmit={() => form.attempt(() => isSure && decide.mutate(form.typed))}
      onClose={onClose}
    >
      {isBought && (
        <div className="form-row">
          <Input
            label="Total charged"
            before={currencySign(currency)}
            inputMode="decimal"
            hint={
              total !== null && currency === 'USD' && total > decided.max_price_cents
                ? `This is more than the maximum of ${formatMoney(decided.max_price_cents)}. Errand covers the difference.`
                : undefined
            }
            {...form.field('total', refused.total_cents)}
          />
          <Input label="Store order number" maxLength={255} {...form.field('number', refused.merchant_order_id)} />
        </div>
      )}
      <Textarea
        label="What you found"
        hint="For the audit log: where you checked and what you saw."
        maxLength={2000}
        {...form.field('note', refused.note)}
      />
      <Checkbox
        data-unkept
        label={`I checked the order history for ${decided.order.id.slice(0, 8)}`}
        checked={isSure}
        onChange={(event) => setIsSure(event.target.checked)}
      />
      {form.isTried && !isSure && <p className="field-error">Check the order history first.</p>}
    </FormDialog>
  );
}

const Consequence = ({ of: decided, isBought }: { of: Decided; isBought: boolean }) => (
  <>
    <p className="break">
      <strong>{orderName(decided.order)}</strong> for {decided.account_email ?? 'an unclaimed sandbox'}
    </p>
    <Note tone="warn" title="This can't be undone">
      {isBought
        ? `The order is marked as placed, and Errand tracks it. The total is charged, and the rest of ${formatMoney(decided.max_price_cents)} is released.`
        : 'The order fails and its hold is released. If it turns out that the order was bought, Errand covers the cost.'}
    </Note>
  </>
);
