import { type FormEvent, useEffect, useRef } from 'react';
import { cardLabel } from '../../lib/cards.ts';
import { useData } from '../../lib/data.ts';
import { fieldErrorsOf } from '../../lib/errors.ts';
import { formatMoney, parseMoney, typedMoney } from '../../lib/format.ts';
import { useWorld } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Checkbox, Input, Select, Textarea } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { emptyAddress, testAddress } from './address.ts';
import { AddressFields } from './address-fields.tsx';
import { type Draft, maximumOf } from './draft.ts';
import type { Subject } from './product-data.ts';

interface DetailsProps {
  draft: Draft;
  subject: Subject;
  /** Errors from the last attempt. */
  error: unknown;
  onChange(draft: Draft): void;
  onReview(): void;
}

export function Details({ draft, subject, error, onChange, onReview }: DetailsProps) {
  const { world } = useWorld();
  const errors = fieldErrorsOf(error);
  const form = useRef<HTMLFormElement>(null);
  const set = (part: Partial<Draft>) => onChange({ ...draft, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (maximumOf(draft, subject.suggestion) === null) {
      form.current?.querySelector<HTMLElement>('[name=maximum]')?.focus();
      return;
    }
    onReview();
  };
  // After a refusal, focus the first invalid field.
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  const isBlank = JSON.stringify(draft.address) === JSON.stringify(emptyAddress);
  return (
    <form ref={form} className="stack" onSubmit={submit}>
      {error !== null && error !== undefined && <ErrorNote error={error} />}
      <Card
        title="Ship to"
        action={
          world === 'test' &&
          isBlank && (
            <Button size="small" kind="quiet" onClick={() => set({ address: testAddress })}>
              Use a test address
            </Button>
          )
        }
      >
        <AddressFields
          address={draft.address}
          countries={subject.countries}
          errors={errors}
          onChange={(address) => set({ address })}
        />
        <Checkbox
          label="Save this address in this browser"
          checked={draft.keepsAddress}
          onChange={(event) => set({ keepsAddress: event.target.checked })}
        />
      </Card>
      <Card title="Maximum price">
        <MaximumField draft={draft} subject={subject} error={errors.max_price} onChange={onChange} />
      </Card>
      <Extras draft={draft} errors={errors} set={set} />
      <Actions>
        <Button type="submit" kind="primary">
          Review order
        </Button>
      </Actions>
    </form>
  );
}

interface MaximumFieldProps {
  draft: Draft;
  subject: Subject;
  error: string | undefined;
  onChange(draft: Draft): void;
}

function MaximumField({ draft, subject, error, onChange }: MaximumFieldProps) {
  const { suggestion } = subject;
  const typed = draft.maximum ?? (suggestion === null ? '' : typedMoney(suggestion));
  const isWrong = typed !== '' && (parseMoney(typed) ?? 0) < 1;
  return (
    <>
      <Input
        label="Maximum price, including tax and shipping"
        name="maximum"
        required
        inputMode="decimal"
        before="$"
        value={typed}
        error={error ?? (isWrong ? 'Enter an amount such as 25 or 24.90.' : undefined)}
        hint="The order is placed only if the total is within this limit. You pay the actual price."
        onChange={(event) => onChange({ ...draft, maximum: event.target.value })}
      />
      {suggestion !== null && draft.maximum !== null && parseMoney(typed) !== suggestion && (
        <Button size="small" kind="quiet" onClick={() => onChange({ ...draft, maximum: null })}>
          Use the suggested price: {formatMoney(suggestion)}
        </Button>
      )}
    </>
  );
}

interface ExtrasProps {
  draft: Draft;
  errors: Record<string, string>;
  set(part: Partial<Draft>): void;
}

function Extras({ draft, errors, set }: ExtrasProps) {
  const retailerAccounts = useData(['retailer-accounts', 'for-checkout'], (api, options) =>
    api.listManagedAccounts({ limit: 200 }, options),
  );
  const own = retailerAccounts.data?.credentials ?? [];
  const cards = useData(['cards'], (api, options) => api.listCards({}, options)).data?.cards ?? [];
  return (
    <Card title="Gift and other options">
      <Checkbox
        label="This is a gift"
        hint="Leaves prices off the packing slip if the store supports it."
        checked={draft.isGift}
        onChange={(event) => set({ isGift: event.target.checked })}
      />
      {draft.isGift && (
        <Textarea
          label="Gift message"
          isOptional
          maxLength={240}
          value={draft.giftMessage}
          error={errors.gift_message}
          onChange={(event) => set({ giftMessage: event.target.value })}
        />
      )}
      <div className="form-row">
        <Input
          label="PO number"
          isOptional
          value={draft.poNumber}
          error={errors.po_number}
          onChange={(event) => set({ poNumber: event.target.value })}
        />
        <Input
          label="Tax ID"
          isOptional
          maxLength={20}
          hint="For example, a VAT number"
          value={draft.taxId}
          error={errors.tax_id}
          onChange={(event) => set({ taxId: event.target.value })}
        />
        <Input
          label="Max handling days"
          isOptional
          type="number"
          min={1}
          value={draft.handlingDays}
          error={errors.handling_days_max}
          onChange={(event) => set({ handlingDays: event.target.value })}
        />
      </div>
      {cards.length > 0 && (
        <Select
          label="Pay with"
          value={draft.card}
          error={errors.payment_method}
          options={[
            { value: '', label: 'Wallet' },
            ...cards.map((card) => ({ value: card.id, label: cardLabel(card) })),
          ]}
          onChange={(event) => set({ card: event.target.value })}
        />
      )}
      {own.length > 0 && (
        <Select
          label="Retailer account"
          value={draft.retailerAccount}
          error={errors.retailer_credentials_id}
          options={[
            { value: '', label: "Errand's account" },
            ...own.map(({ short_id, email, retailer }) => ({
              value: short_id,
              label: `${email} (${retailer ?? 'any store'})`,
            })),
          ]}
          onChange={(event) => set({ retailerAccount: event.target.value })}
        />
      )}
    </Card>
  );
}
