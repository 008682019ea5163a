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
  /** What is read first. */
  children: ReactNode;
  /** Fields above the reason; they say what is wrong with them once sending was tried. */
  fields?(isTried: boolean): ReactNode;
  /** Whether those fields can be sent. */
  isSound?: boolean;
  /** Who reads the reason. */
  hint?: string;
}

/** The form of every dialog in which an operator does something: what it is about, and why. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, action, kind = 'danger', isBusy, error, onConfirm, onClose, children, isSound = true } = props;
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const text = reason.trim();
  const submit = () => {
    setIsTried(true);
    if (isSound && text !== '') onConfirm(text);
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
      {props.fields?.(isTried)}
      <Textarea
        label="Reason"
        hint={props.hint ?? 'For your colleagues and the audit log.'}
        maxLength={500}
        value={reason}
        error={isTried && text === '' ? 'Say why.' : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
