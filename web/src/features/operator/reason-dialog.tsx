import { type ReactNode, useState } from 'react';
import { Textarea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';

interface ReasonDialogProps {
  title: string;
  action: string;
  kind?: 'primary' | 'danger';
  isBusy: boolean;
  error: unknown;
  onConfirm(reason: string): void;
  onClose(): void;
  children: ReactNode;
}

/** Asks why, for colleagues and the audit log, before something is done. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, action, kind = 'danger', isBusy, error, onConfirm, onClose, children } = props;
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const text = reason.trim();
  const submit = () => {
    setIsTried(true);
    if (text !== '') onConfirm(text);
  };
  return (
    <FormDialog
      title={title}
      lead={children}
      action={action}
      kind={kind}
      isBusy={isBusy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Textarea
        label="Reason"
        hint="For your colleagues and the audit log."
        maxLength={500}
        value={reason}
        error={isTried && text === '' ? 'Say why.' : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
