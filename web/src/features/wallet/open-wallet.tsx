import { useState } from 'react';
import { currencyOptions } from '../../lib/currencies.ts';
import { useChange } from '../../lib/data.ts';
import { Select } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';

interface OpenWalletProps {
  /** Currencies that already have a wallet. */
  has: readonly string[];
  onOpen(currency: string): void;
  onClose(): void;
}

export function OpenWallet({ has, onOpen, onClose }: OpenWalletProps) {
  const options = currencyOptions.filter(({ value }) => !has.includes(value));
  const [currency, setCurrency] = useState(options[0]?.value ?? '');
  const open = useChange<string>((api, wanted) => api.openWallet({ body: { currency: wanted } }), {
    changes: ['wallets', 'wallet'],
    onDone(_wallet, wanted) {
      notify(`${wanted} wallet opened.`);
      onOpen(wanted);
    },
  });
  return (
    <FormDialog
      title="Add a currency"
      lead="Orders from stores that use this currency are paid from this wallet if it has enough funds. Otherwise, your US dollar wallet pays at the current exchange rate."
      action="Open wallet"
      isBusy={open.isPending}
      error={open.error}
      onSubmit={() => open.mutate(currency)}
      onClose={onClose}
    >
      <Select label="Currency" options={options} value={currency} onChoose={setCurrency} />
    </FormDialog>
  );
}
