import { useData } from '../../lib/data.ts';
import { useMe } from '../../lib/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Note } from '../../ui/states.tsx';
import { ExternalLink } from '../../ui/text.tsx';
import type { RetailerAccount } from './retailer-account.ts';

/** The address to forward the retailer's one-time codes to, so that a checkout can read them. */
export function ForwardingCard({ account }: { account: RetailerAccount }) {
  const { data: me } = useMe();
  const events = useData(
    ['retailer-account-events', account.short_id, 0],
    (api, options) => api.listManagedAccountEvents({ short_id: account.short_id, limit: 20, offset: 0 }, options),
    { refresh: 10_000 },
  );
  const asked = events.data?.events.find((event) => event.confirmation_url !== null);
  if (me?.mail_forwarding === false) return <NoForwarding />;
  return (
    <Card
      title="Emailed codes"
      action={
        account.has_forwarding ? <Badge tone="good">Forwarding works</Badge> : <Badge>No email received yet</Badge>
      }
    >
      <p className="quiet">Forward the store's email to this address. Errand reads the codes it needs at checkout.</p>
      <CopyLine text={account.forwarding_email} label="Forwarding address" />
      {asked?.confirmation_url && (
        <Note tone="warn" title="Confirm forwarding with your email provider">
          <ExternalLink href={asked.confirmation_url}>Open the confirmation link</ExternalLink>. It is shown here for 15
          minutes.
        </Note>
      )}
      {!account.has_forwarding && (
        <ol className="forwarding-steps">
          <li>Open the settings for the mailbox that receives the store's email.</li>
          <li>Add the address above as a forwarding address. The confirmation request appears here.</li>
          <li>Forward the store's email to that address. This card turns green after the first email arrives.</li>
        </ol>
      )}
    </Card>
  );
}

/** Shown if the service does not receive email. */
const NoForwarding = () => (
  <Card title="Emailed codes" action={<Badge>Not available</Badge>}>
    <p className="quiet">
      This server isn't set up to receive email, so it can't read emailed codes. Add an authenticator secret if the
      store offers one. Otherwise, you'll need to enter the code yourself when an order requires one.
    </p>
  </Card>
);
