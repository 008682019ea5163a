import { useState } from 'react';
import { useChange } from '../../lib/data.ts';
import { fieldErrorsOf } from '../../lib/errors.ts';
import { useRetailers } from '../../lib/retailers.ts';
import { Checkbox, Input, Select } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import type { RetailerAccount } from './retailer-account.ts';

interface RetailerAccountDialogProps {
  /** Null: add an account. */
  account: RetailerAccount | null;
  onClose(): void;
  onSaved(account: RetailerAccount): void;
}

interface Form {
  email: string;
  retailer: string;
  password: string;
  totp: string;
  forgetsTotp: boolean;
  cooldown: string;
}

/** Adds or edits an account. Saved secrets are never shown, and an empty field keeps them. */
export function RetailerAccountDialog({ account, onClose, onSaved }: RetailerAccountDialogProps) {
  const [form, setForm] = useState<Form>({
    email: account?.email ?? '',
    retailer: account?.retailer ?? '',
    password: '',
    totp: '',
    forgetsTotp: false,
    cooldown: account?.cooldown_minutes ? String(account.cooldown_minutes) : '',
  });
  const save = useChange<Form, RetailerAccount>(
    (api, form, options) =>
      account
        ? api.updateManagedAccount({ short_id: account.short_id, body: bodyOf(form) }, options)
        : api.createManagedAccount({ body: bodyOf(form) }, options),
    {
      changes: ['retailer-accounts'],
      onDone(saved) {
        notify(account ? 'Saved.' : 'Account added. Check the login next.');
        onSaved(saved);
        onClose();
      },
    },
  );
  const errors = fieldErrorsOf(save.error);
  const hasFieldError = Object.keys(errors).length > 0;
  return (
    <FormDialog
      title={account ? 'Edit account' : 'Add a retailer account'}
      action={account ? 'Save' : 'Add account'}
      isBusy={save.isPending}
      error={hasFieldError ? null : save.error}
      onSubmit={() => save.mutate(form)}
      onClose={onClose}
    >
      <RetailerAccountFields account={account} form={form} errors={errors} onChange={setForm} />
    </FormDialog>
  );
}

function bodyOf(form: Form) {
  const cooldown = form.cooldown.trim();
  return {
    email: form.email.trim(),
    retailer: form.retailer || null,
    cooldown_minutes: cooldown === '' ? null : Number(cooldown),
    ...(form.password === '' ? {} : { password: form.password }),
    ...(form.forgetsTotp ? { totp_secret: null } : form.totp.trim() ? { totp_secret: form.totp.trim() } : {}),
  };
}

interface FieldsProps {
  account: RetailerAccount | null;
  form: Form;
  errors: Record<string, string>;
  onChange(form: Form): void;
}

function RetailerAccountFields({ account, form, errors, onChange }: FieldsProps) {
  const retailers = useRetailers();
  const options = [
    { value: '', label: 'Any store' },
    ...(retailers.data?.retailers ?? [])
      .filter((brand) => brand.supported || brand.retailer === form.retailer)
      .map((brand) => ({ value: brand.retailer, label: brand.display_name })),
  ];
  return (
    <>
      <Input
        label="Account email"
        type="email"
        value={form.email}
        error={errors.email}
        onChange={(event) => onChange({ ...form, email: event.target.value })}
      />
      <Select
        label="Store"
        options={options}
        value={form.retailer}
        error={errors.retailer}
        onChange={(event) => onChange({ ...form, retailer: event.target.value })}
      />
      <Input
        label="Password"
        type="password"
        autoComplete="new-password"
        isOptional={account !== null}
        hint={account ? 'Leave empty to keep the current one.' : undefined}
        value={form.password}
        error={errors.password}
        onChange={(event) => onChange({ ...form, password: event.target.value })}
      />
      <Input
        label="Authenticator secret"
        isOptional
        data-unkept
        autoComplete="off"
        spellCheck={false}
        disabled={form.forgetsTotp}
        hint={
          account?.has_totp
            ? 'A secret is stored. Enter a new one to replace it.'
            : "The base32 key or otpauth:// URL shown next to the store's QR code."
        }
        value={form.totp}
        error={errors.totp_secret}
        onChange={(event) => onChange({ ...form, totp: event.target.value })}
      />
      {account?.has_totp && (
        <Checkbox
          label="Delete the stored authenticator secret"
          checked={form.forgetsTotp}
          onChange={(event) => onChange({ ...form, forgetsTotp: event.target.checked })}
        />
      )}
      <Input
        label="Minutes between uses"
        isOptional
        inputMode="numeric"
        hint="Orders wait during this time."
        value={form.cooldown}
        error={errors.cooldown_minutes}
        onChange={(event) => onChange({ ...form, cooldown: event.target.value })}
      />
    </>
  );
}
