import { useState } from 'react';
import type { GetAnyOrderOutput } from '../../../../sdk/src/index.ts';
import type { Api } from '../../lib/api.ts';
import { formatMoney, formatPaidMoney, parseMoney } from '../../lib/format.ts';
import { nameOfUrl } from '../../lib/products.ts';
import { Facts, fact } from '../../ui/card.tsx';
import { Choices, Input, Select } from '../../ui/field.tsx';
import { Money } from '../../ui/text.tsx';
import { moveOnce } from './amount-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

type File = GetAnyOrderOutput;
type Part = 'all' | 'items' | 'amount';

const parts = [
  { value: 'all', label: 'Everything' },
  { value: 'items', label: 'Items' },
  { value: 'amount', label: 'Amount' },
] as const;

/** Refunds everything that is left, some units, or an amount. Shows the money before and after. */
export function RefundDialog({ file, onClose }: { file: File; onClose(): void }) {
  const { refund, order } = file;
  const left = refund.refundable_cents;
  const [part, setPart] = useState<Part>('all');
  const [amount, setAmount] = useState('');
  const [units, setUnits] = useState<Record<string, number>>({});
  const chosen = refund.items.flatMap(({ order_item_id: id, unit_cents: worth }) => {
    const quantity = units[id] ?? 0;
    return quantity > 0
      ? [{ id, quantity, cents: worth.slice(0, quantity).reduce((sum, cents) => sum + cents, 0) }]
      : [];
  });
  const ofItems = chosen.reduce((sum, { cents }) => sum + cents, 0);
  const cents = { all: left, items: Math.min(left, ofItems), amount: parseMoney(amount) ?? 0 }[part];
  const problem = problemOf(part, cents, left);
  const paid = formatPaidMoney(problem ? 0 : cents, order.exchange);
  const items = part === 'items' ? chosen.map(({ id, quantity }) => ({ order_item_id: id, quantity })) : [];
  const act = (api: Api, note: string) =>
    moveOnce(['Refund', order.id, cents, note, items], (id) =>
      api.refundOrder({ order_id: order.id, body: { id, amount_cents: cents, note, items } }),
    );
  return (
    <ReasonDialog
      title="Refund this order?"
      kind="primary"
      action={problem ? 'Refund' : `Refund ${formatMoney(cents)}`}
      act={act}
      done={`${formatMoney(cents)} refunded.`}
      changes={['operator-order', 'operator-orders', 'operator-cases', 'operator-customer', 'operator-money']}
      hint="The customer sees this in the email and in their transactions."
      isSound={problem === undefined}
      onClose={onClose}
      fields={(isTried) => (
        <>
          <Choices<Part> label="What to refund" name="part" value={part} options={parts} onChoose={setPart} />
          {part === 'items' && <ItemFields file={file} units={units} onChange={setUnits} />}
          {part === 'amount' && (
            <Input
              label="Amount"
              before="$"
              inputMode="decimal"
              value={amount}
              hint={`Up to ${formatMoney(left)}`}
              onChange={(event) => setAmount(event.target.value)}
            />
          )}
          {isTried && problem && <p className="field-error">{problem}</p>}
          <Facts
            rows={[
              fact('Charged', <Money cents={refund.charged_cents} />),
              fact('Refunded so far', <Money cents={refund.refunded_cents} />),
              fact('This refund', <Money cents={problem ? 0 : cents} />),
              ...(paid === null ? [] : [fact(`To the ${order.exchange?.payment_currency} wallet`, `about ${paid}`)]),
              fact('Remaining', <Money cents={problem ? left : left - cents} />),
            ]}
          />
        </>
      )}
    >
      <p>
        {file.world === 'live' ? 'This is real money. ' : 'This is test money. '}
        The refund goes to the customer's {order.payment.mode === 'card' ? 'card' : 'wallet'} now, and the customer gets
        an email.
        {paid !== null &&
          ' Amounts are in US dollars. The wallet is credited in its own currency, at the exchange rate used for the purchase.'}
      </p>
    </ReasonDialog>
  );
}

function problemOf(part: Part, cents: number, left: number): string | undefined {
  if (cents === 0) return part === 'items' ? 'Choose at least one item.' : 'Enter an amount, such as 25 or 49.99.';
  return cents > left ? `You can refund at most ${formatMoney(left)}.` : undefined;
}

interface ItemFieldsProps {
  file: File;
  units: Record<string, number>;
  onChange(units: Record<string, number>): void;
}

const ItemFields = ({ file, units, onChange }: ItemFieldsProps) => (
  <>
    {file.refund.items.map(({ order_item_id: id, unit_cents: worth }) => {
      const url = file.order.items.find((item) => item.id === id)?.url ?? '';
      const options = Array.from({ length: worth.length + 1 }, (_, count) => ({
        value: String(count),
        label: `${count} of ${worth.length}`,
      }));
      return (
        <Select
          key={id}
          label={nameOfUrl(url)}
          hint={
            worth.length === 0 ? 'Already refunded' : `${formatMoney(worth[0] ?? 0)} each, including tax and shipping`
          }
          disabled={worth.length === 0}
          options={options}
          value={String(units[id] ?? 0)}
          onChoose={(count) => onChange({ ...units, [id]: Number(count) })}
        />
      );
    })}
  </>
);
