import { useState } from 'react';
import { useChange } from '../../lib/data.ts';
import { formatMoney, parseMoney, typedMoney } from '../../lib/format.ts';
import { readUpload } from '../../lib/uploads.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Input, Select, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';
import type { DeskTask } from './files.ts';

interface Typed {
  numbers: string;
  prices: Record<string, string>;
  shipping: string;
  tax: string;
  discount: string;
  total: string;
  note: string;
  receipt: File | null;
}

const reasons = [
  { value: 'product_out_of_stock', label: 'Sold out' },
  { value: 'max_price_exceeded', label: 'Costs more than allowed' },
  { value: 'product_variant_unavailable', label: 'The variant does not exist' },
  { value: 'shipping_unavailable', label: 'Does not ship there' },
  { value: 'product_not_found', label: 'The product does not exist' },
  { value: 'checkout_failed', label: 'The checkout does not work' },
] as const;

/** What was bought, or why not. Three ways out: recorded, handed back, or it cannot be bought. */
export function PurchaseCard({ file }: { file: DeskTask }) {
  const { order, task } = file;
  const [form, setForm] = useState<Typed>({
    numbers: '',
    prices: {},
    shipping: '0.00',
    tax: '0.00',
    discount: '0.00',
    total: '',
    note: '',
    receipt: null,
  });
  const record = useChange<Typed>(
    async (api, given) => {
      if (given.receipt) await api.addDeskReceipt({ order_id: order.id, body: await readUpload(given.receipt) });
      return api.recordDeskPurchase({ order_id: order.id, body: bodyOf(given, file) });
    },
    { changes: ['operator-desk'], onDone: () => notify('Recorded. The order is placed.') },
  );
  const set = (change: Partial<Typed>) => setForm({ ...form, ...change });
  const money = (label: string, name: 'shipping' | 'tax' | 'discount' | 'total') => (
    <Input
      label={label}
      before="$"
      inputMode="decimal"
      value={form[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  const sum = sumOf(form, file);
  return (
    <Card title="What was bought">
      <Form name="purchase" noValidate onSubmit={() => record.mutate(form)}>
        <Input
          label="Order numbers of the retailer"
          hint="Several are separated by commas."
          value={form.numbers}
          onChange={(event) => set({ numbers: event.target.value })}
        />
        {order.items.map((item, index) => (
          <Input
            key={item.id}
            label={`Price of one, item ${index + 1} (${item.quantity} ×)`}
            before="$"
            inputMode="decimal"
            value={form.prices[item.id] ?? ''}
            onChange={(event) => set({ prices: { ...form.prices, [item.id]: event.target.value } })}
          />
        ))}
        <div className="form-row">
          {money('Shipping', 'shipping')}
          {money('Tax', 'tax')}
          {money('Discount', 'discount')}
        </div>
        {money('Total charged', 'total')}
        {sum !== null && (
          <p className="quiet small">
            Adds up to {formatMoney(sum)}; at most {formatMoney(order.max_price)}.{' '}
            <Button size="small" kind="quiet" onClick={() => set({ total: typedMoney(sum) })}>
              Use {formatMoney(sum)}
            </Button>
          </p>
        )}
        <Input
          label="Receipt"
          isOptional
          type="file"
          accept="application/pdf,image/png,image/jpeg"
          onChange={(event) => set({ receipt: event.target.files?.[0] ?? null })}
        />
        <Textarea label="Note" isOptional value={form.note} onChange={(event) => set({ note: event.target.value })} />
        {record.error && <ErrorNote error={record.error} />}
        <Actions>
          <Button type="submit" kind="primary" isBusy={record.isPending}>
            Record purchase
          </Button>
        </Actions>
      </Form>
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
    { changes: ['operator-desk'], onDone: () => notify('Handed back.') },
  );
  const fail = useChange<void>(
    (api) =>
      api.failDeskTask({
        order_id: order.id,
        body: { lease, error_type: reason, message: note.trim() || 'It could not be bought.' },
      }),
    { changes: ['operator-desk'], onDone: () => notify('The order failed; everything is released.') },
  );
  const isBusy = handBack.isPending || fail.isPending;
  return (
    <details className="desk-other">
      <summary>Nothing was bought</summary>
      <Form name="not bought" onSubmit={() => handBack.mutate()}>
        <Textarea label="Why" value={note} onChange={(event) => setNote(event.target.value)} />
        <Actions>
          <Button type="submit" isBusy={isBusy}>
            Hand back
          </Button>
        </Actions>
        <Select label="Nobody can buy it because" options={reasons} value={reason} onChoose={setReason} />
        <Actions>
          <Button kind="danger" isBusy={isBusy} onClick={() => fail.mutate()}>
            Fail the order
          </Button>
        </Actions>
      </Form>
      {(handBack.error ?? fail.error) && <ErrorNote error={handBack.error ?? fail.error} />}
    </details>
  );
}

/** What the fields add up to; null while a price is missing. */
function sumOf(form: Typed, { order }: DeskTask): number | null {
  const prices = order.items.map((item) => {
    const price = parseMoney(form.prices[item.id] ?? '');
    return price === null ? null : price * item.quantity;
  });
  const others = [parseMoney(form.shipping), parseMoney(form.tax), parseMoney(form.discount)];
  const goods = prices.reduce((sum, price) => (sum === null || price === null ? null : sum + price), 0);
  const [shipping = null, tax = null, discount = null] = others;
  if (goods === null || shipping === null || tax === null || discount === null) return null;
  return goods + shipping + tax - discount;
}

function bodyOf(form: Typed, { order, task }: DeskTask) {
  const cents = (text: string) => parseMoney(text) ?? 0;
  return {
    lease: task.lease,
    merchant_order_ids: form.numbers
      .split(',')
      .map((number) => number.trim())
      .filter((number) => number !== ''),
    lines: order.items.map((item) => ({ item_id: item.id, unit_price_cents: cents(form.prices[item.id] ?? '') })),
    shipping_cents: cents(form.shipping),
    tax_cents: cents(form.tax),
    discount_cents: cents(form.discount),
    total_cents: cents(form.total),
    note: form.note.trim() || null,
  };
}
