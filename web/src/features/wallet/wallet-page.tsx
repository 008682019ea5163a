import { Page } from '../../ui/page.tsx';

export function WalletPage() {
  return (
    <Page title="Wallet">
      <p>…</p>
    </Page>
  );
}
