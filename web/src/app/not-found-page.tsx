import { ButtonLink } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';

export function NotFoundPage() {
  return (
    <Page title="Not found">
      <EmptyState
        icon="search"
        title="There is no page here"
        action={
          <ButtonLink kind="primary" to="/app">
            To the overview
          </ButtonLink>
        }
      >
        The address may be mistyped, or the page has moved.
      </EmptyState>
    </Page>
  );
}
