import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Actions, Dialog } from './dialog.tsx';
import { ErrorNote } from './states.tsx';

interface ConfirmProps {
  title: string;
  isOpen: boolean;
  /** Label of the button that confirms. */
  action: string;
  /** Label of the other button. */
  otherwise?: string;
  kind?: 'primary' | 'danger';
  isBusy: boolean;
  error: unknown;
  onConfirm(): void;
  onClose(): void;
  children: ReactNode;
}

/** Asks before something that is hard to undo. */
export function Confirm(props: ConfirmProps) {
  const {
    title,
    isOpen,
    action,
    otherwise = 'Cancel',
    kind = 'danger',
    isBusy,
    error,
    onConfirm,
    onClose,
    children,
  } = props;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      {children}
      {error ? <ErrorNote error={error} /> : null}
      <Actions>
        <Button onClick={onClose}>{otherwise}</Button>
        <Button kind={kind} isBusy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </Actions>
    </Dialog>
  );
}
