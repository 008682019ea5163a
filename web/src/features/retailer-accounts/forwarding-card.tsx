import { useData } from '../../lib/data.ts';
import { useMe } from '../../lib/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Note } from '../../ui/states.tsx';
import { ExternalLink } from '../../ui/text.tsx';
import type { RetailerAccount } from './retailer-account.ts';

/** Where the retailer's codes go, so that a checkout can read them by itself. */
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
      title="Mail with codes"
      action={account.has_forwarding ? <Badge tone="good">Forwarding works</Badge> : <Badge>No mail came yet</Badge>}
    >
      <p className="quiet">
        Forward the retailer's mail to this address, and the codes in it are read by the checkout that waits for them.
      </p>
      <CopyLine text={account.forwarding_email} label="Forwarding address" />
      {asked?.confirmation_url && (
        <Note tone="warn" title="Your mail provider asks to confirm the forwarding">
          <ExternalLink href={asked.confirmation_url}>Confirm it there</ExternalLink>. The link is shown for 15 minutes.
        </Note>
      )}
      {!account.has_forwarding && (
        <ol className="forwarding-steps">
          <li>Open the settings of the mailbox that the retailer writes to.</li>
          <li>Add the address above as a forwarding address. Its request to confirm appears here.</li>
          <li>Forward what the retailer sends. This card turns green with the first mail.</li>
        </ol>
      )}
    </Card>
  );
}

/** No mailbox is promised that the service does not read. */
const NoForwarding = () => (
  <Card title="Mail with codes" action={<Badge>Off here</Badge>}>
    <p className="quiet">
      This service does not take mail, so codes that the retailer mails are not read. Store the secret of an
      authenticator app with this account where the retailer offers one; otherwise an order that needs a code asks you.
    </p>
  </Card>
);
