import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Textarea } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/states.tsx';

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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (text !== '') onConfirm(text);
  };
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div>{children}</div>
      <form className="form" noValidate onSubmit={submit}>
        <Textarea
          label="Reason"
          hint="For your colleagues and the audit log."
          maxLength={500}
          value={reason}
          error={isTried && text === '' ? 'Say why.' : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        {error ? <ErrorNote error={error} /> : null}
        <Actions>
          <Button onClick={onClose}>Leave it</Button>
          <Button type="submit" kind={kind} isBusy={isBusy}>
            {action}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
