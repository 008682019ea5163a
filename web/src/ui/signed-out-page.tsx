import { type ReactNode, useEffect } from 'react';
import { Brand } from './brand.tsx';
import './signed-out-page.css';
import './text.css';

interface SignedOutPageProps {
  title: string;
  lead?: ReactNode;
  /** Shown below the frame. */
  foot?: ReactNode;
  children: ReactNode;
}

/** A page for people who are not signed in. */
export function SignedOutPage({ title, lead, foot, children }: SignedOutPageProps) {
  useEffect(() => {
    document.title = `${title} · Errand`;
  }, [title]);
  return (
    <div className="front">
      <header>
        <Brand />
      </header>
      <main id="main">
        <div className="front-frame">
          <div className="front-title">
            <h1>{title}</h1>
            {lead && <div className="page-lead">{lead}</div>}
          </div>
          {children}
        </div>
      </main>
      <footer>{foot}</footer>
    </div>
  );
}
