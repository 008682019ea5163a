import { useEffect, useState } from 'react';
import { Facts } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';

const keyTexts: [string, string][] = [
  ['j', 'Next order'],
  ['k', 'Previous order'],
  ['x', 'Select the order'],
  ['Enter', 'Open the order'],
  ['/', 'Search everything'],
  ['Esc', 'Close the column menu'],
  ['?', 'Show these shortcuts'],
];

/** Where letters are typed, they are no shortcuts. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input:not([type=checkbox]), select, textarea, dialog') !== null;

function moveTo(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('.table-link-row')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)];
  next?.querySelector<HTMLElement>('.table-link')?.focus();
}

const selectRow = (): void =>
  document.activeElement?.closest('.table-link-row')?.querySelector<HTMLElement>('input[type=checkbox]')?.click();

const acts: Record<string, () => void> = {
  j: () => moveTo(1),
  k: () => moveTo(-1),
  x: selectRow,
};

/** Keys that work the list, and the dialog that names them. */
export function ListKeys() {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (event.key === 'Escape')
        for (const open of document.querySelectorAll('.list-columns[open]')) open.removeAttribute('open');
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const known = event.key === '?' ? () => setIsHelpOpen(true) : acts[event.key];
      if (!known) return;
      event.preventDefault();
      known();
    };
    addEventListener('keydown', act);
    return () => removeEventListener('keydown', act);
  }, []);
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)}>
      <Facts rows={keyTexts.map(([key, text]) => [text, <kbd key={key}>{key}</kbd>] as const)} />
    </Dialog>
  );
}
