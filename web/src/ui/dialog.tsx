import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import './dialog.css';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose(): void;
  children: ReactNode;
}

/** The browser's own dialog: it keeps the focus inside, closes on Escape and gives the focus back. */
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
        // The backdrop belongs to the dialog element itself; everything inside lies on the frame.
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

/** The buttons at the end of a dialog or a form: the important one comes last in sight and first by thumb. */
export const Actions = ({ children }: { children: ReactNode }) => <div className="actions">{children}</div>;
