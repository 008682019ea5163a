import { useState } from 'react';
import { useChange } from '../../lib/data.ts';
import { currencySign, formatMoney, parseMoney, typedMoney } from '../../lib/format.ts';
import { useWorld } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ErrorNote } from '../../ui/states.tsx';

/** Limits and suggested amounts in the minor unit, by decimal places. */
const limits = {
  0: { least: 100, most: 2_000_000, offered: [2000, 5000, 10_000, 50_000] },
  2: { least: 100, most: 1_000_000, offered: [2000, 5000, 10_000, 50_000] },
  3: { least: 500, most: 5_000_000, offered: [10_000, 20_000, 50_000, 100_000] },
};

const limitsOf = (currency: string) => {
  const decimals = typedMoney(0, currency).split('.')[1]?.length ?? 0;
  return limits[decimals === 0 || decimals === 3 ? decimals : 2];
};

/** Asks for an amount and opens the payment page. */
export function AddFunds({ currency }: { currency: string }) {
  const { world } = useWorld();
  const { least, most, offered } = limitsOf(currency);
  const typed = (minor: number): string => typedMoney(minor, currency).replace(/\.0+$/, '');
  const [amount, setAmount] = useState(typed(offered[1] ?? least));
  const [isTried, setIsTried] = useState(false);
  const cents = parseMoney(amount, currency);
  const isGood = cents !== null && cents >= least && cents <= most;
  const add = useChange<number, { pay_url: string | null }>(
    (api, wanted, options) => api.createTopUp({ body: { amount_cents: wanted, currency } }, options),
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
          {offered.map((one) => (
            <Button key={one} size="small" aria-pressed={amount === typed(one)} onClick={() => setAmount(typed(one))}>
              {formatMoney(one, currency).replace(/\.0+$/, '')}
            </Button>
          ))}
        </p>
        <Input
          label="Amount"
          before={currencySign(currency)}
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          error={
            isTried && !isGood
              ? `Enter an amount from ${formatMoney(least, currency)} to ${formatMoney(most, currency)}.`
              : undefined
          }
          hint={world === 'test' ? 'Test mode. No real charges.' : "You'll pay on Stripe."}
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
