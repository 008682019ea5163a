import { Page } from '../../ui/page.tsx';

export function OrdersPage() {
  return (
    <Page title="Orders">
      <p>…</p>
    </Page>
  );
}
