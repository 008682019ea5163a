import { type ReactNode, useEffect } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useKeys } from '../lib/keyboard.ts';
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

/** Where a page leads back to if it was opened there. The address keeps `from` while dialogs open and close. */
const today = { to: '/app/operator/today', label: 'Today' };

/** The layout of every page: back link, title, actions, content. u follows the back link. */
export function Page({ title, heading, lead, actions, back: usualBack, isNarrow = false, children }: PageProps) {
  const back = new URLSearchParams(useSearch()).get('from') === 'today' ? today : usualBack;
  const [, navigate] = useLocation();
  useKeys(back ? { u: () => navigate(back.to) } : {});
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
