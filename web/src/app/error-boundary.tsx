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
        title={navigator.onLine ? 'This page could not be shown' : 'You are offline'}
        action={
          <Button kind="primary" icon="refresh" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        {navigator.onLine
          ? 'Either the service was updated while the page was open, or there is a mistake in it. Reloading helps with the first.'
          : 'Your device is offline, and this page was not loaded yet. Reload it when you are connected again.'}
      </EmptyState>
    );
  }
}
