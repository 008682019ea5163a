import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { Icon } from './icon.tsx';
import './page.css';

interface PageProps {
  title: string;
  /** Replaces the title on the page; the browser tab keeps the title. */
  heading?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  back?: { to: string; label: string };
  /** For forms and texts. */
  isNarrow?: boolean;
  children: ReactNode;
}

/** The layout of every page: back link, title, actions, content. */
export function Page({ title, heading, lead, actions, back, isNarrow = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Errand`;
  }, [title]);
  return (
    <div className={isNarrow ? 'page page-narrow' : 'page'}>
      <header className="page-header">
        {back && (
          <Link href={back.to} className="page-back">
            <Icon name="left" size={16} />
            {back.label}
          </Link>
        )}
        <div className="page-title">
          <h1>{heading ?? title}</h1>
          {actions && <div className="page-actions">{actions}</div>}
        </div>
        {lead && <div className="page-lead">{lead}</div>}
      </header>
      {children}
    </div>
  );
}
