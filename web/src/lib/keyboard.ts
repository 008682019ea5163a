import { useEffect } from 'react';

/** Letters typed into a field are not shortcuts. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input:not([type=checkbox]), select, textarea, dialog, [role=menu]') !== null);

function moveFocus(selector: string, step: 1 | -1): void {
  const rows = [...document.querySelectorAll(selector)];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)];
  next?.querySelector<HTMLElement>('a, button')?.focus();
}

/** Shortcuts by key, while nothing is typed. */
export function useKeys(keys: Record<string, () => void>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = keys[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

/** j and k move the focus along the rows that match the selector. `more` adds other keys. */
export const useListKeys = (selector: string, more: Record<string, () => void> = {}): void =>
  useKeys({ j: () => moveFocus(selector, 1), k: () => moveFocus(selector, -1), ...more });
