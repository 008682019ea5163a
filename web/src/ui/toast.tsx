import { useSyncExternalStore } from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import './toast.css';

interface Toast {
  id: number;
  tone: 'good' | 'bad';
  text: string;
}

let toasts: Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const dismiss = (id: number) => change(toasts.filter((toast) => toast.id !== id));

/** Says in passing that something worked, or did not. What must not be missed belongs on the page. */
export function notify(text: string, tone: Toast['tone'] = 'good'): void {
  lastId += 1;
  const id = lastId;
  change([...toasts.slice(-2), { id, tone, text }]);
  setTimeout(() => dismiss(id), tone === 'bad' ? 10_000 : 5000);
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
          <IconButton label="Dismiss" icon="close" onClick={() => dismiss(toast.id)} />
        </div>
      ))}
    </div>
  );
}
