import { useState } from 'react';
import { useChange } from '../../lib/data.ts';
import { fieldErrorsOf } from '../../lib/errors.ts';
import { formatMoney, parseMoney } from '../../lib/format.ts';
import { orderName } from '../../lib/products.ts';
import { Checkbox, Input, Textarea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Note } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';
import type { Doubt } from './files.ts';

interface DecideDialogProps {
  doubt: Doubt;
  outcome: 'bought' | 'not_bought';
  onClose(): void;
}

interface Form {
  total: string;
  number: string;
  note: string;
  isSure: boolean;
}

/** A decision moves money and cannot be taken back, so it asks for what was seen and for a second look. */
export function DecideDialog({ doubt, outcome, onClose }: DecideDialogProps) {
  const [form, setForm] = useState<Form>({ total: '', number: '', note: '', isSure: false });
  const [isTried, setIsTried] = useState(false);
  const isBought = outcome === 'bought';
  const decide = useChange<Form>(
    (api, form) =>
      api.decideDoubt({
        order_id: doubt.order_id,
        body: {
          outcome,
          note: form.note.trim(),
          ...(isBought ? { total_cents: parseMoney(form.total) ?? 0, merchant_order_id: form.number.trim() } : {}),
        },
      }),
    {
      changes: ['operator-doubts', 'operator-overview', 'operator-audit'],
      onDone() {
        notify(isBought ? 'Decided: it was bought.' : 'Decided: it was not bought.');
        onClose();
      },
    },
  );
  const errors = { ...(isTried ? problemsOf(form, isBought) : {}), ...serverErrors(decide.error) };
  const total = parseMoney(form.total);
  return (
    <FormDialog
      title={isBought ? 'It was bought' : 'It was not bought'}
      lead={<Consequence doubt={doubt} isBought={isBought} />}
      action={isBought ? 'Decide: bought' : 'Decide: not bought'}
      otherwise="Not yet"
      isBusy={decide.isPending}
      error={Object.keys(serverErrors(decide.error)).length === 0 ? decide.error : null}
      onSubmit={() => {
        setIsTried(true);
        if (Object.keys(problemsOf(form, isBought)).length === 0) decide.mutate(form);
      }}
      onClose={onClose}
    >
      {isBought && (
        <div className="form-row">
          <Input
            label="Total that was charged"
            before="$"
            inputMode="decimal"
            value={form.total}
            error={errors.total}
            hint={
              total !== null && total > doubt.max_price_cents
                ? `More than the ${formatMoney(doubt.max_price_cents)} that were allowed: the service bears the rest.`
                : undefined
            }
            onChange={(event) => setForm({ ...form, total: event.target.value })}
          />
          <Input
            label="Order number of the retailer"
            value={form.number}
            error={errors.number}
            maxLength={255}
            onChange={(event) => setForm({ ...form, number: event.target.value })}
          />
        </div>
      )}
      <Textarea
        label="What you saw"
        hint="For the audit log: where you looked, and what was there."
        maxLength={2000}
        value={form.note}
        error={errors.note}
        onChange={(event) => setForm({ ...form, note: event.target.value })}
      />
      <Checkbox
        data-unkept
        label={`I have looked into the order history for ${doubt.evidence.reference.slice(0, 8)}`}
        checked={form.isSure}
        onChange={(event) => setForm({ ...form, isSure: event.target.checked })}
      />
      {errors.isSure && <p className="field-error">{errors.isSure}</p>}
    </FormDialog>
  );
}

const Consequence = ({ doubt, isBought }: { doubt: Doubt; isBought: boolean }) => (
  <>
    <p className="break">
      <strong>{orderName(doubt.order)}</strong> for {doubt.account_email ?? 'an unclaimed sandbox'}
    </p>
    <Note tone="warn" title="This cannot be taken back">
      {isBought
        ? `The order becomes placed and is tracked; the total is charged and the rest of ${formatMoney(doubt.max_price_cents)} comes back.`
        : 'The order fails and all of its money comes back. If it was bought after all, the service pays for it.'}
    </Note>
  </>
);

type Errors = Partial<Record<keyof Form, string>>;

function problemsOf(form: Form, isBought: boolean): Errors {
  return {
    ...(isBought && parseMoney(form.total) === null ? { total: 'Write the amount, such as 49.99.' } : {}),
    ...(isBought && form.number.trim() === '' ? { number: 'Write the number that the retailer shows.' } : {}),
    ...(form.note.trim() === '' ? { note: 'Say what you saw.' } : {}),
    ...(form.isSure ? {} : { isSure: 'Look there first, then tick this.' }),
  };
}

function serverErrors(error: unknown): Errors {
  const { total_cents: total, merchant_order_id: number, note } = fieldErrorsOf(error);
  return { ...(total ? { total } : {}), ...(number ? { number } : {}), ...(note ? { note } : {}) };
}
