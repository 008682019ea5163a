import { useState } from 'react';
import type { GetMailPreferencesOutput } from '../../../../sdk/src/index.ts';
import { useChange, useData } from '../../lib/data.ts';
import { parseMoney, typedMoney } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ErrorNote, Loaded } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';

const kinds = [
  ['approvals', 'An order needs my approval or input', 'If nobody responds in time, the order will fail.'],
  ['failed_orders', 'An order failed', 'Failures within 15 minutes are grouped into one email.'],
  ['late_orders', 'An order is late', 'Late orders found within 15 minutes are grouped into one email.'],
  ['failing_webhooks', 'A webhook endpoint has been failing for an hour', 'Also sent when it recovers. Owners only.'],
  ['case_answers', 'Support replied', ''],
  ['batches', 'A batch finished', 'Only if you requested this email when you placed the batch.'],
  ['spend_alerts', 'Spending reaches 50%, 80% or 100% of a limit', 'Owners only.'],
  ['low_wallet', 'The wallet balance is low', 'Owners only.'],
] as const;

export function MailsCard() {
  const mails = useData(['mails'], (api, options) => api.getMailPreferences({}, options));
  return (
    <Card title="Emails">
      <Loaded data={mails}>{(value) => <MailsForm key={JSON.stringify(value)} value={value} />}</Loaded>
    </Card>
  );
}

function MailsForm({ value }: { value: GetMailPreferencesOutput }) {
  const [form, setForm] = useState(value);
  const [low, setLow] = useState(typedMoney(value.low_wallet_cents));
  const cents = parseMoney(low);
  const save = useChange<GetMailPreferencesOutput>((api, body) => api.putMailPreferences({ body }), {
    changes: ['mails'],
    onDone: () => notify('Saved.'),
  });
  return (
    <Form
      name="mails"
      noValidate
      onSubmit={() => {
        if (cents !== null) save.mutate({ ...form, low_wallet_cents: cents });
      }}
    >
      {kinds.map(([kind, label, hint]) => (
        <Checkbox
          key={kind}
          label={label}
          hint={hint || undefined}
          checked={form[kind] ?? true}
          onChange={(event) => setForm({ ...form, [kind]: event.target.checked })}
        />
      ))}
      {form.low_wallet && (
        <Input
          label="Alert threshold"
          before="$"
          inputMode="decimal"
          value={low}
          error={cents === null ? 'Enter an amount such as 50.00.' : undefined}
          onChange={(event) => setLow(event.target.value)}
        />
      )}
      {save.error && <ErrorNote error={save.error} />}
      <div>
        <Button type="submit" isBusy={save.isPending}>
          Save email settings
        </Button>
      </div>
    </Form>
  );
}
