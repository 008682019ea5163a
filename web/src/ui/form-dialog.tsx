import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Actions, Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { ErrorNote } from './states.tsx';

interface FormDialogProps {
  title: string;
  /** What is read before the fields. */
  lead?: ReactNode;
  /** What the button says that sends it. */
  action: ReactNode;
  /** What the other one says. */
  otherwise?: string;
  kind?: 'primary' | 'danger';
  isBusy: boolean;
  /** Shown beneath the fields; null where a field shows it. */
  error: unknown;
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}

/** Asks for a few things and sends them: fields, what went wrong, and the two buttons. */
export function FormDialog(props: FormDialogProps) {
  const { title, lead, action, otherwise = 'Cancel', kind = 'primary', isBusy, error, onSubmit, onClose } = props;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {lead && <div>{lead}</div>}
      <Form name={title} noValidate autoComplete="off" onSubmit={onSubmit}>
        {props.children}
        {error ? <ErrorNote error={error} /> : null}
        <Actions>
          <Button onClick={onClose}>{otherwise}</Button>
          <Button type="submit" kind={kind} isBusy={isBusy}>
            {action}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
