import { useState } from 'react';
import { useChange } from '../../lib/data.ts';
import { currencySign, formatMoney, parseMoney, typedMoney } from '../../lib/format.ts';
import { readUpload } from '../../lib/uploads.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Input, Select, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { SubmitForm } from '../../ui/submit-form.tsx';
import { notify } from '../../ui/toast.tsx';
import { useTexts } from '../../ui/use-texts.ts';
import type { DeskTask } from './files.ts';

const reasons = [
  { value: 'product_out_of_stock', label: 'Out of stock' },
  { value: 'max_price_exceeded', label: 'Over the maximum price' },
  { value: 'product_variant_unavailable', label: 'Variant not available' },
  { value: 'shipping_unavailable', label: "Doesn't ship to this address" },
  { value: 'product_not_found', label: 'Product not found' },
  { value: 'checkout_failed', label: 'Checkout failed' },
] as const;

const amounts = { shipping: 'Shipping', tax: 'Tax', discount: 'Discount' } as const;
const priceOf = (itemId: string): string => `price ${itemId}`;
const unitsOf = (itemId: string): string => `units ${itemId}`;

/** Currency of the store. */
const currencyOf = ({ exchange }: DeskTask['order']): string => exchange?.currency ?? 'USD';

/** The limit in the store's currency if there is one, else in US dollars. */
const maximumOf = ({ max_price, exchange }: DeskTask['order']): string =>
  exchange?.max_price == null ? formatMoney(max_price) : formatMoney(exchange.max_price, exchange.currency);

/** Whether fewer units, or none, of an item may be bought. */
const acceptsLess = ({ fulfillment }: DeskTask['order']): boolean =>
  fulfillment.items === 'best_effort' || fulfillment.quantity === 'best_effort';

/** The typed quantity, or all units if the order accepts no less. */
function unitsBought(
  typed: Record<string, string>,
  order: DeskTask['order'],
  item: DeskTask['order']['items'][number],
) {
  const units = typed[unitsOf(item.id)] ?? '';
  return acceptsLess(order) && /^\d{1,3}$/.test(units) ? Number(units) : item.quantity;
}

/** Sum of the fields; null while a price is missing. */
function sumOf(typed: Record<string, string>, { order }: DeskTask): number | null {
  const cents = (name: string) => parseMoney(typed[name] ?? '', currencyOf(order)) ?? Number.NaN;
  const goodsOf = (item: (typeof order.items)[number]) => {
    const units = unitsBought(typed, order, item);
    return units === 0 ? 0 : cents(priceOf(item.id)) * units;
  };
  const goods = order.items.reduce((sum, item) => sum + goodsOf(item), 0);
  const sum = goods + cents('shipping') + cents('tax') - cents('discount');
  return Number.isNaN(sum) ? null : sum;
}

function bodyOf(typed: Record<string, string>, { order, task }: DeskTask) {
  const text = (name: string) => typed[name] ?? '';
  const cents = (name: string) => parseMoney(text(name), currencyOf(order)) ?? 0;
  return {
    lease: task.lease,
    merchant_order_ids: text('numbers')
      .split(',')
      .map((number) => number.trim())
      .filter((number) => number !== ''),
    lines: order.items.map((item) => ({
      item_id: item.id,
      unit_price_cents: cents(priceOf(item.id)),
      ...(acceptsLess(order) ? { quantity: unitsBought(typed, order, item) } : {}),
    })),
    shipping_cents: cents('shipping'),
    tax_cents: cents('tax'),
    discount_cents: cents('discount'),
    total_cents: cents('total'),
    note: text('note').trim() || null,
  };
}

/** Records the purchase, hands the order back, or fails it. */
export function PurchaseCard({ file }: { file: DeskTask }) {
  const { order, task } = file;
  const currency = currencyOf(order);
  const { typed, set, field } = useTexts<string>({
    ...Object.fromEntries(order.items.map((item) => [priceOf(item.id), ''])),
    ...Object.fromEntries(order.items.map((item) => [unitsOf(item.id), String(item.quantity)])),
    numbers: '',
    shipping: typedMoney(0, currency),
    tax: typedMoney(0, currency),
    discount: typedMoney(0, currency),
    total: '',
    note: '',
  });
  const [receipt, setReceipt] = useState<File | null>(null);
  const record = useChange<void>(
    async (api) => {
      if (receipt) await api.addDeskReceipt({ order_id: order.id, body: await readUpload(receipt) });
      return api.recordDeskPurchase({ order_id: order.id, body: bodyOf(typed, file) });
    },
    { changes: ['operator-desk'], onDone: () => notify('Purchase recorded. The order is placed.') },
  );
  const money = (label: string, name: string) => (
    <Input key={name} label={label} before={currencySign(currency)} inputMode="decimal" {...field(name)} />
  );
  const sum = sumOf(typed, file);
  return (
    <Card title="Purchase">
      <SubmitForm name="purchase" action="Record purchase" change={record} onSubmit={() => record.mutate()}>
        <Input label="Retailer's order numbers" hint="Separate multiple numbers with commas." {...field('numbers')} />
        {order.items.map((item, index) =>
          money(`Unit price, item ${index + 1} (${item.quantity} ×)`, priceOf(item.id)),
        )}
        {acceptsLess(order) &&
          order.items.map((item, index) => (
            <Input
              key={item.id}
              label={`Units bought, item ${index + 1}`}
              hint={`${item.quantity} ordered. The customer will accept fewer.`}
              inputMode="numeric"
              {...field(unitsOf(item.id))}
            />
          ))}
        <div className="form-row">{Object.entries(amounts).map(([name, label]) => money(label, name))}</div>
        {money('Total charged', 'total')}
        {sum !== null && (
          <p className="quiet small">
            The line items add up to {formatMoney(sum, currency)}. The maximum is {maximumOf(order)}.{' '}
            <Button size="small" kind="quiet" onClick={() => set('total', typedMoney(sum, currency))}>
              Use {formatMoney(sum, currency)}
            </Button>
          </p>
        )}
        <Input
          label="Receipt"
          isOptional
          type="file"
          accept="application/pdf,image/png,image/jpeg"
          onChange={(event) => setReceipt(event.target.files?.[0] ?? null)}
        />
        <Textarea label="Note" isOptional {...field('note')} />
      </SubmitForm>
      <OtherWays key={task.lease} file={file} />
    </Card>
  );
}

function OtherWays({ file: { order, task } }: { file: DeskTask }) {
  const [note, setNote] = useState('');
  const [reason, setReason] = useState<(typeof reasons)[number]['value']>('product_out_of_stock');
  const { lease } = task;
  const handBack = useChange<void>(
    (api) => api.handBackDeskTask({ order_id: order.id, body: { lease, note: note.trim() || null } }),
    { changes: ['operator-desk'], onDone: () => notify('Returned to the queue.') },
  );
  const fail = useChange<void>(
    (api) =>
      api.failDeskTask({
        order_id: order.id,
        body: { lease, error_type: reason, message: note.trim() || 'The order could not be bought.' },
      }),
    { changes: ['operator-desk'], onDone: () => notify('The order failed. Its hold was released.') },
  );
  const isBusy = handBack.isPending || fail.isPending;
  return (
    <details className="desk-other">
      <summary>Not bought</summary>
      <Form name="not bought" onSubmit={() => handBack.mutate()}>
        <Textarea label="Reason" value={note} onChange={(event) => setNote(event.target.value)} />
        <Actions>
          <Button type="submit" isBusy={isBusy}>
            Return to queue
          </Button>
        </Actions>
        <Select label="Why it can't be bought" options={reasons} value={reason} onChoose={setReason} />
        <Actions>
          <Button kind="danger" isBusy={isBusy} onClick={() => fail.mutate()}>
            Mark as failed
          </Button>
        </Actions>
      </Form>
      {(handBack.error ?? fail.error) && <ErrorNote error={handBack.error ?? fail.error} />}
    </details>
  );
}
