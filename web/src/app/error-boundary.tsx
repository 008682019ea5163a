import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Why a page is not there: the network, a part that an update took away, or a mistake of ours. */
type Cause = 'offline' | 'unreachable' | 'updated' | 'broken';

const causeTexts: Record<Cause, { title: string; text: string }> = {
  offline: {
    title: 'You are offline',
    text: 'This page loads when you are back online. Anything you typed on other pages is saved.',
  },
  unreachable: {
    title: "Can't reach the service",
    text: 'The service is not responding. Check your connection, then reload.',
  },
  updated: {
    title: 'A new version is available',
    text: 'Reload the page to use the new version.',
  },
  broken: {
    title: 'This page failed to load',
    text: 'Something went wrong on our side. Reload the page. If that does not help, contact the operator of this service.',
  },
};

const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module|failed to fetch|unable to preload/i.test(error.message);

/** A part of the page that did not come: whether the service is there at all tells why. */
async function causeOf(error: unknown): Promise<Cause> {
  if (!isMissingPart(error)) return 'broken';
  if (!navigator.onLine) return 'offline';
  const answer = await fetch('/health', { cache: 'no-store' }).catch(() => null);
  return answer === null ? 'unreachable' : 'updated';
}

/** A page that fails takes neither the navigation nor the other pages along. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean; cause: Cause | null }> {
  override state: { hasFailed: boolean; cause: Cause | null } = { hasFailed: false, cause: null };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    void causeOf(error).then((cause) => {
      this.setState({ cause });
      // Browsers do not load a part again that failed once, so the whole page is.
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
