import { useChange } from '../../lib/data.ts';
import { notify } from '../../ui/toast.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface FreezeDialogProps {
  of: { id: string; label: string; frozen_at: string | null };
  onClose(): void;
}

/** Freezes a key, or lets it work again. */
export function FreezeDialog({ of: key, onClose }: FreezeDialogProps) {
  const isFrozen = key.frozen_at !== null;
  const freeze = useChange<string>(
    (api, reason) => api.freezeKey({ key_id: key.id, body: { frozen: !isFrozen, reason } }),
    {
      changes: ['operator-key', 'operator-customer', 'operator-audit'],
      onDone() {
        notify(isFrozen ? 'The key works again.' : 'The key is frozen.');
        onClose();
      },
    },
  );
  return (
    <ReasonDialog
      title={isFrozen ? `Let “${key.label}” work again?` : `Freeze “${key.label}”?`}
      action={isFrozen ? 'Thaw it' : 'Freeze it'}
      kind={isFrozen ? 'primary' : 'danger'}
      isBusy={freeze.isPending}
      error={freeze.error}
      onConfirm={(reason) => freeze.mutate(reason)}
      onClose={onClose}
    >
      {isFrozen
        ? 'It opens everything that it opened before.'
        : 'It is refused everywhere within a second. Orders that it placed go on.'}
    </ReasonDialog>
  );
}
