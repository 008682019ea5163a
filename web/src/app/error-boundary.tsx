import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Why a page cannot be shown: the network, a file that an update removed, or a bug. */
type Cause = 'offline' | 'unreachable' | 'updated' | 'broken';

const causeTexts: Record<Cause, { title: string; text: string }> = {
  offline: {
    title: "You're offline",
    text: "This page will load when you're back online. Anything you typed on other pages is saved.",
  },
  unreachable: {
    title: "Can't reach the service",
    text: "The service isn't responding. Check your connection, then reload.",
  },
  updated: {
    title: 'A new version is available',
    text: 'Reload the page to use the new version.',
  },
  broken: {
    title: 'This page failed to load',
    text: "Something went wrong on our side. Reload the page. If that doesn't help, contact the operator of this service.",
  },
};

const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module|failed to fetch|unable to preload/i.test(error.message);

/** One of the page's files did not load. If the service responds, an update removed the file. */
async function causeOf(error: unknown): Promise<Cause> {
  if (!isMissingPart(error)) return 'broken';
  if (!navigator.onLine) return 'offline';
  const answer = await fetch('/health', { cache: 'no-store' }).catch(() => null);
  return answer === null ? 'unreachable' : 'updated';
}

/** Keeps the navigation and the other pages usable when one page fails. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean; cause: Cause | null }> {
  override state: { hasFailed: boolean; cause: Cause | null } = { hasFailed: false, cause: null };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    void causeOf(error).then((cause) => {
      this.setState({ cause });
      // Browsers don't load a failed module again, so the whole page reloads.
      if (cause === 'offline') addEventListener('online', () => location.reload(), { once: true });
    });
  }

  override render() {
    const { hasFailed, cause } = this.state;
    if (!hasFailed) return this.props.children;
    if (cause === null) return null;
    const { title, text } = causeTexts[cause];
    return (
      <EmptyState
        icon="warning"
        title={title}
        action={
          <Button kind="primary" icon="refresh" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        {text}
      </EmptyState>
    );
  }
}
