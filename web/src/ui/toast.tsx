import { useSyncExternalStore } from 'react';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import './toast.css';

interface Toast {
  id: number;
  tone: 'good' | 'bad';
  text: string;
  action: ToastAction | null;
}

interface ToastAction {
  label: string;
  onAct(): void;
}

let toasts: Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const dismiss = (id: number) => change(toasts.filter((toast) => toast.id !== id));

/** Shows a toast and returns a function that removes it. Important messages belong on the page instead. */
export function notify(text: string, tone: Toast['tone'] = 'good', action: ToastAction | null = null): () => void {
  lastId += 1;
  const id = lastId;
  change([...toasts.slice(-2), { id, tone, text, action }]);
  setTimeout(() => dismiss(id), tone === 'bad' || action ? 10_000 : 5000);
  return () => dismiss(id);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.id} className={`toast toast-${toast.tone}`}>
          <Icon name={toast.tone === 'good' ? 'check' : 'warning'} size={18} />
          <p>{toast.text}</p>
          {toast.action && (
            <Button
              size="small"
              onClick={() => {
                dismiss(toast.id);
                toast.action?.onAct();
              }}
            >
              {toast.action.label}
            </Button>
          )}
          <IconButton label="Dismiss" icon="close" onClick={() => dismiss(toast.id)} />
        </div>
      ))}
    </div>
  );
}
