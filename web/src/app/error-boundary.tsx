import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

/** A page that fails takes neither the navigation nor the other pages along. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <EmptyState
        icon="warning"
        title="This page could not be shown"
        action={
          <Button kind="primary" icon="refresh" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        Either the service was updated while the page was open, or there is a mistake in it. Reloading helps with the
        first.
      </EmptyState>
    );
  }
}
