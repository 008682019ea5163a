import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();

function currentTheme(): Theme {
  const kept = readStored('theme');
  return themes.find((theme) => theme === kept) ?? 'system';
}

/** Without the attribute, the style sheet follows the system. */
export function applyTheme(theme: Theme = currentTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentTheme);
  return [
    theme,
    (next) => {
      writeStored('theme', next === 'system' ? null : next);
      applyTheme(next);
      for (const listener of listeners) listener();
    },
  ];
}
