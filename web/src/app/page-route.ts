import type { ComponentType } from 'react';
import type { PluginName } from '../lib/session.ts';
import type { IconName } from '../ui/icon.tsx';

export interface PageRoute {
  path: string;
  /** Its entry in the navigation. A page without one is reached from another page. */
  nav?: {
    group: NavGroup;
    label: string;
    icon: IconName;
    /** Only the search finds it. */
    isUnlisted?: boolean;
  };
  load(): Promise<ComponentType>;
  /** Without this plug-in the page does not exist. */
  plugin?: PluginName;
  /** Shown without the shell, also to people who are not signed in. */
  isOpen?: boolean;
}

/** The groups of the navigation and their headings. Operator groups are shown on operator pages only. */
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
