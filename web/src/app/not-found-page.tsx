import { ButtonLink } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';

export function NotFoundPage() {
  return (
    <Page title="Not found">
      <EmptyState
        icon="search"
        title="Page not found"
        action={
          <ButtonLink kind="primary" to="/app">
            Go to overview
          </ButtonLink>
        }
      >
        Check the URL. The page may have moved.
      </EmptyState>
    </Page>
  );
}
