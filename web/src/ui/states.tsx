import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { errorTextOf, needsSecondFactor } from '../lib/errors.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import './states.css';

/** A placeholder while data loads. */
export function Skeleton({ lines = 3, height }: { lines?: number; height?: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="hidden">Loading…</span>
      {height ? (
        <div className="skeleton-block" style={{ height }} />
      ) : (
        Array.from({ length: lines }, (_, line) => `line-${line}`).map((line) => (
          <div key={line} className="skeleton-line" />
        ))
      )}
    </div>
  );
}

/** A placeholder in the exact size of its content, so nothing moves when the data arrives. */
export const Shape = ({ children }: { children: ReactNode }) => (
  <div className="skeleton" role="status">
    <span className="hidden">Loading…</span>
    <div className="skeleton-shape" aria-hidden="true" inert>
      {children}
    </div>
  </div>
);

interface EmptyStateProps {
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={icon} size={26} />
      </span>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action && <div className="empty-action">{action}</div>}
    </div>
  );
}

/** A service error, with the request ID and a way to retry. */
export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const { title, text, requestId, canRetry } = errorTextOf(error);
  return (
    <div className="note note-bad" role="alert">
      <Icon name="warning" />
      <div>
        <p className="note-title">{title}</p>
        <p>{text}</p>
        {needsSecondFactor(error) && (
          <p>
            <Link href="/app/operator/second-factor">Go to two-factor authentication</Link>
          </p>
        )}
        {requestId && (
          <p className="note-small">
            Request{' '}
            <Link href={`/app/requests?search=${encodeURIComponent(requestId)}`}>
              <code>{requestId}</code>
            </Link>
          </p>
        )}
        {canRetry && onRetry && (
          <Button size="small" icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}

interface NoteProps {
  tone?: 'neutral' | 'good' | 'warn' | 'bad';
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}

export function Note({ tone = 'neutral', title, children, action }: NoteProps) {
  const icon = tone === 'good' ? 'check' : tone === 'neutral' ? 'info' : 'warning';
  return (
    <div className={`note note-${tone}`}>
      <Icon name={icon} />
      <div>
        {title && <p className="note-title">{title}</p>}
        {children && <div className="note-text">{children}</div>}
        {action}
      </div>
    </div>
  );
}

interface LoadedProps<T> {
  data: UseQueryResult<T>;
  /** Shown until the data has loaded. */
  skeleton?: ReactNode;
  children: (value: T) => ReactNode;
}

/** Shows the skeleton, the error or the content. */
export function Loaded<T>({ data, skeleton = <Skeleton />, children }: LoadedProps<T>) {
  if (data.data !== undefined) return children(data.data);
  if (data.error) return <ErrorNote error={data.error} onRetry={() => void data.refetch()} />;
  return skeleton;
}
