import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Actions, Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { ErrorNote } from './states.tsx';

interface FormDialogProps {
  title: string;
  /** Text above the fields. */
  lead?: ReactNode;
  /** Label of the button that submits. */
  action: ReactNode;
  /** Label of the other button. */
  otherwise?: string;
  kind?: 'primary' | 'danger';
  isBusy: boolean;
  /** Shown below the fields; null if a field shows it. */
  error: unknown;
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}

/** A form in a dialog: fields, the error and two buttons. */
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
