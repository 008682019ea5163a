import { useLocation, useParams } from 'wouter';
import { useQueryParam } from '../../lib/address.ts';
import { useChange, useData } from '../../lib/data.ts';
import { plural } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { DetailPage } from '../../ui/detail-page.tsx';
import { Page } from '../../ui/page.tsx';
import { Note } from '../../ui/states.tsx';
import { Moment, TimeAgo } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import { accountStatusOf, cooldownEndOf, pauseText, type RetailerAccount } from './retailer-account.ts';
import { RetailerAccountDialog } from './retailer-account-dialog.tsx';
import './retailer-accounts.css';
import { EventsCard } from './events-card.tsx';
import { ForwardingCard } from './forwarding-card.tsx';
import { LinkCard } from './link-card.tsx';
import { VerifyCard } from './verify-card.tsx';

const back = { to: '/app/accounts', label: 'Retailer accounts' };

export function RetailerAccountPage() {
  const { id } = useParams<{ id: string }>();
  const account = useData(
    ['retailer-accounts', id],
    (api, options) => api.getManagedAccount({ short_id: id }, options),
    {
      refresh: (data) => (data?.locked_by_job_id ? 2000 : 30_000),
    },
  );
  return (
    <DetailPage data={account} title="Retailer account" icon="people" back={back}>
      {(value) => <Shown account={value} />}
    </DetailPage>
  );
}

function Shown({ account }: { account: RetailerAccount }) {
  const now = useNow();
  const status = accountStatusOf(account, now);
  return (
    <Page
      title={account.email}
      heading={
        <>
          <span className="break">{account.email}</span>
          <Badge tone={status.tone}>{status.label}</Badge>
        </>
      }
      back={back}
      actions={<RetailerAccountActions account={account} />}
    >
      {account.pause_reason && (
        <Note tone="bad" title="Errand paused this account">
          {pauseText(account.pause_reason)}
        </Note>
      )}
      <div className="columns">
        <div className="stack">
          <LinkCard account={account} />
          <VerifyCard account={account} />
          <ForwardingCard account={account} />
          <EventsCard account={account} />
        </div>
        <AboutCard account={account} now={now} />
      </div>
    </Page>
  );
}

function RetailerAccountActions({ account }: { account: RetailerAccount }) {
  const [asks, setAsks] = useQueryParam('dialog');
  const [, goTo] = useLocation();
  const pause = useChange<boolean>(
    (api, isPaused) => api.updateManagedAccount({ short_id: account.short_id, body: { is_paused: isPaused } }),
    {
      changes: ['retailer-accounts', 'retailer-account-events'],
      onDone: (_answer, isPaused) =>
        notify(
          isPaused ? 'Account paused. Orders that use it will wait.' : 'Account resumed. Waiting orders will continue.',
        ),
    },
  );
  const remove = useChange((api) => api.deleteManagedAccount({ short_id: account.short_id }), {
    changes: ['retailer-accounts'],
    onDone() {
      goTo('/app/accounts');
      notify('Account deleted.');
    },
  });
  return (
    <>
      <Button
        does="updateManagedAccount"
        icon={account.is_paused ? 'play' : 'pause'}
        isBusy={pause.isPending}
        onClick={() => pause.mutate(!account.is_paused)}
      >
        {account.is_paused ? 'Resume' : 'Pause'}
      </Button>
      <Button does="updateManagedAccount" onClick={() => setAsks('edit')}>
        Edit
      </Button>
      <Button kind="danger" icon="trash" does="deleteManagedAccount" onClick={() => setAsks('delete')}>
        Delete
      </Button>
      <Allowed to="updateManagedAccount">
        {asks === 'edit' && (
          <RetailerAccountDialog account={account} onClose={() => setAsks(null)} onSaved={() => {}} />
        )}
      </Allowed>
      <Confirm
        title="Delete this account?"
        isOpen={asks === 'delete'}
        action="Delete account"
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsks(null)}
      >
        <p className="break">
          The stored password and secrets will be deleted, and the forwarding address will stop working. Orders waiting
          for this account will fail. Your account with the store isn't affected.
        </p>
      </Confirm>
    </>
  );
}

function AboutCard({ account, now }: { account: RetailerAccount; now: number }) {
  const nameOf = useRetailerName();
  const coolUntil = cooldownEndOf(account, now);
  return (
    <Card title="About">
      <Facts
        rows={[
          ['Store', account.retailer ? nameOf(account.retailer) : 'Any'],
          ['ID', <code key="id">{account.short_id}</code>],
          ['In use by', account.locked_by_job_id ? <code key="job">{account.locked_by_job_id}</code> : 'Not in use'],
          ['Last used', account.last_used_at ? <TimeAgo key="used" at={account.last_used_at} /> : 'Never'],
          ['Time between uses', account.cooldown_minutes ? plural(account.cooldown_minutes, 'minute') : 'None'],
          [
            'Cooldown',
            coolUntil ? (
              <span key="cool">
                until <Moment at={coolUntil} />
              </span>
            ) : (
              'None'
            ),
          ],
          ['Authenticator', account.has_totp ? 'Stored' : 'None'],
          ['Added', <TimeAgo key="added" at={account.created_at} />],
        ]}
      />
      <p className="quiet small">
        To use this account in an order, send its ID as <code>retailer_credentials_id</code>.
      </p>
    </Card>
  );
}
