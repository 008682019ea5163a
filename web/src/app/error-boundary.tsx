import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Why a page is not there: the network, a part that an update took away, or a mistake of ours. */
type Cause = 'offline' | 'unreachable' | 'updated' | 'broken';

const causeTexts: Record<Cause, { title: string; text: string }> = {
  offline: {
    title: 'You are offline',
    text: 'This page was not loaded yet. Reload it when you are connected again; what you typed elsewhere is kept.',
  },
  unreachable: {
    title: 'The service cannot be reached',
    text: 'This page was not loaded yet, and the service does not answer. Check your connection, then reload.',
  },
  updated: {
    title: 'The service was updated',
    text: 'This page is of an earlier version. Reload to get the new one.',
  },
  broken: {
    title: 'This page could not be shown',
    text: 'There is a mistake in it. Reloading may help; otherwise tell the operator of this service.',
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
    void causeOf(error).then((cause) => this.setState({ cause }));
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
