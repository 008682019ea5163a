import type { ReactNode } from 'react';
import { humanizeName, type Label, type Tone } from '../lib/labels.ts';
import { type World, worldNames } from '../lib/world.tsx';
import './badge.css';

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}

/** A status with its label and color from lib/labels.ts. */
export function StatusBadge({ labels, status }: { labels: Record<string, Label>; status: string }) {
  const shown = labels[status] ?? { label: humanizeName(status), tone: 'neutral' };
  return <Badge tone={shown.tone}>{shown.label}</Badge>;
}

export const WorldBadge = ({ world }: { world: World }) => (
  <Badge tone={world === 'live' ? 'good' : 'warn'}>{worldNames[world]}</Badge>
);
