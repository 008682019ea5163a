import { useState } from 'react';
import type { CreditWalletInput, CreditWalletOutput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { fieldErrorsOf, isNotFound } from '../../lib/errors.ts';
import { formatMoney, parseMoney } from '../../lib/format.ts';
import { newUuid } from '../../lib/ids.ts';
import { forgetKey, keepKey, pendingKey } from '../../lib/pending-keys.ts';
import { useWorld, worldNames, worlds } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Choices, Input, Textarea } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Note } from '../../ui/states.tsx';
import './operator.css';
import { Form } from '../../ui/form.tsx';

type Credit = CreditWalletInput['body'];

interface Typed {
  email: string;
  world: 'test' | 'live';
  amount: string;
  note: string;
}

type Errors = { [Field in keyof Typed]?: string | undefined };

function problemsOf(form: Typed): Errors {
  const cents = parseMoney(form.amount);
  return {
    ...(/^[^\s@]+@[^\s@]+$/.test(form.email.trim())
      ? {}
      : { email: 'Write the address that the customer signs in with.' }),
    ...(cents === null || cents === 0 ? { amount: 'Write an amount, such as 25 or 49.99.' } : {}),
    ...(form.note.trim() === '' ? { note: 'Say why: the customer sees it, and so does the audit log.' } : {}),
  };
}

function creditFrom(form: Typed): Credit {
  const credit = {
    email: form.email.trim(),
    world: form.world,
    amount_cents: parseMoney(form.amount) ?? 0,
    note: form.note.trim(),
  };
  const asked = JSON.stringify(credit);
  const id = pendingKey(asked) ?? newUuid();
  keepKey(asked, id);
  return { id, ...credit };
}

/** A customer's page names whom the credit is for. */
const linkedEmail = (): string => new URLSearchParams(location.search).get('email') ?? '';

export function CreditsPage() {
  const { world } = useWorld();
  const [form, setForm] = useState<Typed>({ email: linkedEmail(), world, amount: '', note: '' });
  const [isTried, setIsTried] = useState(false);
  // The id stays with what is asked for until the answer is known: asked for twice it credits once.
  const [asked, setAsked] = useState<Credit | null>(null);
  const [done, setDone] = useState<CreditWalletOutput | null>(null);
  const credit = useChange<Credit, CreditWalletOutput>((api, body) => api.creditWallet({ body }), {
    changes: ['operator-audit', 'wallet'],
    onDone(answer) {
      forgetKey(answer.id);
      setDone(answer);
      setAsked(null);
      setIsTried(false);
      setForm({ ...form, amount: '', note: '' });
    },
  });
  const { email: refused } = fieldErrorsOf(credit.error);
  const unknown = isNotFound(credit.error) ? 'Nobody has signed in with this address.' : undefined;
  const submit = () => {
    setIsTried(true);
    setDone(null);
    credit.reset();
    if (Object.keys(problemsOf(form)).length === 0) setAsked(creditFrom(form));
  };
  return (
    <Page
      title="Wallet credits"
      lead="Put money on a customer's wallet: a payment that came in, or a word of regret."
      isNarrow
    >
      {done && <Credited done={done} />}
      <Card>
        <CreditForm
          form={form}
          errors={{ email: refused ?? unknown, ...(isTried ? problemsOf(form) : {}) }}
          onChange={setForm}
          onSubmit={submit}
        />
      </Card>
      {asked && (
        <Confirm
          title={`Credit ${formatMoney(asked.amount_cents)}?`}
          isOpen
          kind="primary"
          action={`Credit ${formatMoney(asked.amount_cents)}`}
          otherwise="Not yet"
          isBusy={credit.isPending}
          error={credit.error}
          onConfirm={() => credit.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          <p className="break">
            To <strong>{asked.email}</strong> in the {worldNames[asked.world].toLowerCase()} world
            {asked.world === 'live' ? ': this is real money' : ''}. “{asked.note}”
          </p>
        </Confirm>
      )}
    </Page>
  );
}

const Credited = ({ done }: { done: CreditWalletOutput }) => (
  <div role="status">
    <Note tone="good" title={`${formatMoney(done.amount_cents)} credited to ${done.email}`}>
      {formatMoney(done.available_cents)} are available there now, in the {worldNames[done.world].toLowerCase()} world.
    </Note>
  </div>
);

interface CreditFormProps {
  form: Typed;
  errors: Errors;
  onChange(form: Typed): void;
  onSubmit(): void;
}

function CreditForm({ form, errors, onChange, onSubmit }: CreditFormProps) {
  return (
    <Form name="credit" noValidate onSubmit={onSubmit}>
      <Input
        label="Customer"
        type="email"
        placeholder="jane@example.com"
        value={form.email}
        error={errors.email}
        onChange={(event) => onChange({ ...form, email: event.target.value })}
      />
      <Choices
        label="World"
        name="credit-world"
        value={form.world}
        options={worlds.map((name) => ({ value: name, label: worldNames[name] }))}
        onChoose={(name) => onChange({ ...form, world: name })}
      />
      <Input
        label="Amount"
        before="$"
        inputMode="decimal"
        value={form.amount}
        error={errors.amount}
        onChange={(event) => onChange({ ...form, amount: event.target.value })}
      />
      <Textarea
        label="Reason"
        hint="The customer sees it in the transactions."
        maxLength={500}
        value={form.note}
        error={errors.note}
        onChange={(event) => onChange({ ...form, note: event.target.value })}
      />
      <Actions>
        <Button type="submit" kind="primary" icon="wallet">
          Credit …
        </Button>
      </Actions>
    </Form>
  );
}
