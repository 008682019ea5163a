import { Page } from '../../ui/page.tsx';

export function SearchPage() {
  return (
    <Page title="Buy">
      <p>…</p>
    </Page>
  );
}
