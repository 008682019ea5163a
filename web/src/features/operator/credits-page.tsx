import { useState } from 'react';
import type { CreditWalletInput, CreditWalletOutput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { fieldErrorsOf, isNotFound } from '../../lib/errors.ts';
import { formatMoney, parseMoney } from '../../lib/format.ts';
import { newUuid } from '../../lib/ids.ts';
import { deletePendingKey, readPendingKey, savePendingKey } from '../../lib/pending-keys.ts';
import { useWorld, worldNames, worlds } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Choices, Input, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Note } from '../../ui/states.tsx';
import { useTexts } from '../../ui/use-texts.ts';

type Credit = CreditWalletInput['body'];

interface Typed {
  email: string;
  amount: string;
  note: string;
}

const problemsOf = ({ email, amount, note }: Typed) => ({
  ...(/^[^\s@]+@[^\s@]+$/.test(email.trim()) ? {} : { email: "Enter the customer's sign-in email." }),
  ...(parseMoney(amount) ? {} : { amount: 'Enter an amount, such as 25 or 49.99.' }),
  ...(note.trim() === '' ? { note: 'Enter a reason. The customer sees it, and the audit log records it.' } : {}),
});

function creditFrom({ email, amount, note }: Typed, world: Credit['world']): Credit {
  const credit = { email: email.trim(), world, amount_cents: parseMoney(amount) ?? 0, note: note.trim() };
  const asked = JSON.stringify(credit);
  const id = readPendingKey(asked) ?? newUuid();
  savePendingKey(asked, id);
  return { id, ...credit };
}

/** Customer pages link here with an email address. */
const linkedEmail = (): string => new URLSearchParams(location.search).get('email') ?? '';

export function CreditsPage() {
  const current = useWorld();
  const [world, setWorld] = useState(current.world);
  const form = useTexts({ email: linkedEmail(), amount: '', note: '' }, problemsOf);
  // The ID stays the same until there is a response, so a retry credits once.
  const [asked, setAsked] = useState<Credit | null>(null);
  const [done, setDone] = useState<CreditWalletOutput | null>(null);
  const credit = useChange<Credit, CreditWalletOutput>((api, body) => api.creditWallet({ body }), {
    changes: ['operator-audit', 'wallet'],
    onDone(answer) {
      deletePendingKey(answer.id);
      setDone(answer);
      setAsked(null);
      form.clear();
      form.set('email', answer.email);
    },
  });
  const unknown = isNotFound(credit.error) ? 'No customer has signed in with this email.' : undefined;
  const submit = () => {
    setDone(null);
    credit.reset();
    form.attempt(() => setAsked(creditFrom(form.typed, world)));
  };
  return (
    <Page
      title="Wallet credits"
      lead="Add US dollars to a customer's wallet: a payment received, or a goodwill credit."
      isNarrow
    >
      {done && <Credited done={done} />}
      <Card>
        <Form name="credit" noValidate onSubmit={submit}>
          <Input
            label="Customer"
            type="email"
            placeholder="jane@example.com"
            {...form.field('email', fieldErrorsOf(credit.error).email ?? unknown)}
          />
          <Choices<Credit['world']>
            label="Mode"
            name="credit-world"
            value={world}
            options={modes}
            onChoose={setWorld}
          />
          <Input label="Amount" before="$" inputMode="decimal" {...form.field('amount')} />
          <Textarea
            label="Reason"
            hint="The customer sees it in their transactions."
            maxLength={500}
            {...form.field('note')}
          />
          <Actions>
            <Button type="submit" kind="primary" icon="wallet">
              Credit …
            </Button>
          </Actions>
        </Form>
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
            To <strong>{asked.email}</strong> ({worldNames[asked.world]}
            {asked.world === 'live' ? ': this is real money' : ''}). “{asked.note}”
          </p>
        </Confirm>
      )}
    </Page>
  );
}

const modes = worlds.map((name) => ({ value: name, label: worldNames[name] }));

const Credited = ({ done }: { done: CreditWalletOutput }) => (
  <div role="status">
    <Note tone="good" title={`${formatMoney(done.amount_cents)} credited to ${done.email}`}>
      {formatMoney(done.available_cents)} available now ({worldNames[done.world]}).
    </Note>
  </div>
);
