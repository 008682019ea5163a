import type { ComponentType } from 'react';
import type { PluginName } from '../lib/session.ts';
import type { IconName } from '../ui/icon.tsx';

export interface PageRoute {
  path: string;
  /** Its name in the navigation; a page without one is reached from another. */
  nav?: {
    group: NavGroup;
    label: string;
    icon: IconName /** Found by its name alone: the navigation has no room for it. */;
    isUnlisted?: boolean;
  };
  load(): Promise<ComponentType>;
  /** The optional part that it belongs to; without that there is no such page. */
  plugin?: PluginName;
  /** Shown without the shell, to people who are not signed in too. */
  isOpen?: boolean;
}

/** The groups of the navigation and their headings; the first one needs none. Operators have a navigation of their own. */
export const navGroups = {
  orders: '',
  after: 'After purchase',
  money: 'Money',
  build: 'Connections',
  operator: '',
  records: 'Records',
  system: 'System',
} as const;
export type NavGroup = keyof typeof navGroups;

export const operatorGroups: readonly NavGroup[] = ['operator', 'records', 'system'];
