import { useState } from 'react';
import { useChange } from '../../lib/data.ts';
import { parseMoney } from '../../lib/format.ts';
import { useWorld } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ErrorNote } from '../../ui/states.tsx';

const amounts = ['20', '50', '100', '500'] as const;

/** Asks for an amount and leads to the page that it is paid on. */
export function AddFunds() {
  const { world } = useWorld();
  const [amount, setAmount] = useState('50');
  const [isTried, setIsTried] = useState(false);
  const cents = parseMoney(amount);
  const isGood = cents !== null && cents >= 100 && cents <= 1_000_000;
  const add = useChange<number, { pay_url: string | null }>(
    (api, wanted, options) => api.createTopUp({ body: { amount_cents: wanted } }, options),
    {
      changes: ['top-ups'],
      onDone({ pay_url: payUrl }) {
        if (payUrl !== null) location.assign(payUrl);
      },
    },
  );
  const submit = () => {
    setIsTried(true);
    if (isGood && cents !== null) add.mutate(cents);
  };
  return (
    <Card title="Add funds">
      <Form name="top-up" noValidate onSubmit={submit}>
        <p className="amounts">
          {amounts.map((one) => (
            <Button key={one} size="small" aria-pressed={amount === one} onClick={() => setAmount(one)}>
              ${one}
            </Button>
          ))}
        </p>
        <Input
          label="Amount"
          before="$"
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          error={isTried && !isGood ? 'An amount from $1.00 to $10,000.00' : undefined}
          hint={world === 'test' ? 'Test mode. No real charges.' : 'You pay on Stripe.'}
        />
        {add.error ? <ErrorNote error={add.error} /> : null}
        <div>
          <Button type="submit" kind="primary" isBusy={add.isPending}>
            Continue to payment
          </Button>
        </div>
      </Form>
    </Card>
  );
}
