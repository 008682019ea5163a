import { useState } from 'react';
import { useListKeys } from '../../lib/keyboard.ts';
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

const selectRow = (): void =>
  document.activeElement?.closest('.table-link-row')?.querySelector<HTMLElement>('input[type=checkbox]')?.click();

function closeColumns(): void {
  for (const open of document.querySelectorAll('.list-columns[open]')) open.removeAttribute('open');
}

/** Keyboard shortcuts of the list, and the dialog that lists them. */
export function ListKeys() {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useListKeys('.table-link-row', { x: selectRow, '?': () => setIsHelpOpen(true), Escape: closeColumns });
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)}>
      <Facts rows={keyTexts.map(([key, text]) => [text, <kbd key={key}>{key}</kbd>] as const)} />
    </Dialog>
  );
}
