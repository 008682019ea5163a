import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import './dialog.css';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose(): void;
  children: ReactNode;
}

/** The native dialog: it traps the focus, closes on Escape and restores the focus. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (isOpen && !dialog.open) dialog.showModal();
    if (!isOpen && dialog.open) dialog.close();
  }, [isOpen]);
  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={id}
      onClose={onClose}
      onPointerDown={(event) => {
        // A click on the backdrop targets the dialog element itself. Everything else is inside the frame.
        if (event.target === element.current) onClose();
      }}
    >
      {isOpen && (
        <div className="dialog-frame">
          <header>
            <h2 id={id}>{title}</h2>
            <IconButton label="Close" icon="close" onClick={onClose} />
          </header>
          {children}
        </div>
      )}
    </dialog>
  );
}

/** The buttons of a dialog or form. The main one comes last, and first on a phone. */
export const Actions = ({ children }: { children: ReactNode }) => <div className="actions">{children}</div>;
