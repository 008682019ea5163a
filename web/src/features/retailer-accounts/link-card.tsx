import type { GetManagedAccountLinkOutput, LinkManagedAccountOutput } from '../../../../sdk/src/index.ts';
import { useQueryParam } from '../../lib/address.ts';
import { useChange, useData } from '../../lib/data.ts';
import { useMay } from '../../lib/role.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import type { RetailerAccount } from './retailer-account.ts';

/** For stores where customers link an account without a password. */
export function LinkCard({ account }: { account: RetailerAccount }) {
  const link = useData(['retailer-account-link', account.short_id], (api, options) =>
    api.getManagedAccountLink({ short_id: account.short_id }, options),
  );
  if (!link.data || link.data.status === 'unsupported') return null;
  return link.data.status === 'linked' ? (
    <LinkedCard account={account} link={link.data} />
  ) : (
    <UnlinkedCard account={account} />
  );
}

function UnlinkedCard({ account }: { account: RetailerAccount }) {
  const begin = useChange<void, LinkManagedAccountOutput>(
    (api) => api.linkManagedAccount({ short_id: account.short_id }),
    { onDone: ({ url }) => location.assign(url) },
  );
  return (
    <Card title="Account link" action={<Badge tone="warn">Not linked</Badge>}>
      <p className="quiet">Link your account on the store's own page. Errand doesn't store your password.</p>
      <div>
        <Button
          kind="primary"
          icon="lock"
          does="linkManagedAccount"
          isBusy={begin.isPending}
          onClick={() => begin.mutate()}
        >
          Link account
        </Button>
      </div>
      {begin.error && <ErrorNote error={begin.error} />}
    </Card>
  );
}

function LinkedCard({ account, link }: { account: RetailerAccount; link: GetManagedAccountLinkOutput }) {
  const may = useMay();
  const [dialog, setDialog] = useQueryParam('dialog');
  const unlink = useChange((api) => api.unlinkManagedAccount({ short_id: account.short_id }), {
    changes: ['retailer-account-link', 'retailer-account-events'],
    onDone() {
      setDialog(null);
      notify('Account unlinked.');
    },
  });
  return (
    <Card title="Account link" action={<Badge tone="good">Linked</Badge>}>
      <Facts
        rows={[
          ['Since', link.linked_at ? <TimeAgo key="since" at={link.linked_at} /> : '–'],
          [
            'Permissions',
            <span key="scopes" className="break">
              {link.scopes.join(', ') || 'Sign-in only'}
            </span>,
          ],
        ]}
      />
      <div>
        <Button does="unlinkManagedAccount" onClick={() => setDialog('unlink')}>
          Unlink
        </Button>
      </div>
      <Confirm
        title="Unlink this account?"
        isOpen={dialog === 'unlink' && may('unlinkManagedAccount')}
        action="Unlink"
        isBusy={unlink.isPending}
        error={unlink.error}
        onConfirm={() => unlink.mutate()}
        onClose={() => setDialog(null)}
      >
        <p>
          Errand deletes the account's tokens and revokes them with the store. Orders that use this account can't be
          placed until you link it again.
        </p>
      </Confirm>
    </Card>
  );
}
