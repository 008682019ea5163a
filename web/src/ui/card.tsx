import type { ReactNode } from 'react';
import './card.css';

interface CardProps {
  title?: ReactNode;
  /** Beside the title: a link, a menu. */
  action?: ReactNode;
  /** Without padding, for tables. */
  isFlush?: boolean;
  className?: string;
  children: ReactNode;
}

export function Card({ title, action, isFlush = false, className = '', children }: CardProps) {
  return (
    <section className={`card ${isFlush ? 'card-flush' : ''} ${className}`}>
      {(title || action) && (
        <header className="card-header">
          {title && <h2>{title}</h2>}
          {action && <div className="card-action">{action}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

/** A number with a label. */
export function Figure({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="figure">
      <p className="figure-label">{label}</p>
      <p className="figure-value">{value}</p>
      {note && <p className="figure-note">{note}</p>}
    </div>
  );
}

export const fact = (name: string, value: ReactNode): [name: string, value: ReactNode] => [name, value];

const isMissing = (value: ReactNode): boolean =>
  value === null || value === undefined || value === '' || value === false;

/** A list of names and values. A missing value is shown as a dash. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{isMissing(value) ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
