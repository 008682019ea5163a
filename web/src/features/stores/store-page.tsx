import type { ReactNode } from 'react';
import { useLocation, useParams } from 'wouter';
import type { ChangeStoreInput, Store } from '../../../../sdk/src/index.ts';
import { useQueryParam } from '../../lib/address.ts';
import { useChange, useData } from '../../lib/data.ts';
import { formatDate, plural } from '../../lib/format.ts';
import { StatusBadge, WorldBadge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { DetailPage } from '../../ui/detail-page.tsx';
import { Page } from '../../ui/page.tsx';
import { RetailerNumbers } from '../../ui/retailer-numbers.tsx';
import { ErrorNote, Note } from '../../ui/states.tsx';
import { ExternalLink, TimeAgo } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import { CheckCard } from './check-card.tsx';
import { accountTexts, healthLabels, kindTexts, modeTexts, ownLimitOf } from './kinds.ts';
import { storePath } from './stores-page.tsx';
import { WalksCard } from './walks-card.tsx';
import './stores.css';

const back = { to: '/app/operator/stores', label: 'Stores' };
const changes = ['operator-stores', 'operator-retailers', 'operator-audit', 'retailers'];

export function StorePage() {
  const { name = '' } = useParams();
  const store = useData(['operator-stores', name], (api, options) => api.getStore({ name }, options), {
    refresh: 5000,
  });
  return (
    <DetailPage data={store} title="Store" icon="store" back={back}>
      {(known) => <Shown store={known} />}
    </DetailPage>
  );
}

function Shown({ store }: { store: Store }) {
  return (
    <Page
      title={store.name}
      back={back}
      heading={
        <>
          <span className="break">{store.name}</span>
          <StatusBadge labels={healthLabels} status={store.health.status} />
        </>
      }
      lead={
        <>
          {kindTexts[store.kind].label} · <WorldBadge world={store.world} />
        </>
      }
      actions={<StoreActions store={store} />}
    >
      {store.from_file && (
        <Note title="Defined in STORES_FILE">The file is applied again the next time Errand starts.</Note>
      )}
      <div className="columns">
        <div className="stack">
          <CheckCard store={store} />
          <AboutCard store={store} />
        </div>
        <div className="stack">
          <HealthCard store={store} />
          {store.kind === 'browser' && <WalksCard store={store} />}
          <LimitsCard store={store} />
        </div>
      </div>
      <RetailerNumbers retailer={store.name} world={store.world} />
    </Page>
  );
}

function StoreActions({ store }: { store: Store }) {
  const [dialog, setDialog] = useQueryParam('dialog');
  const [, goTo] = useLocation();
  const change = useChange<ChangeStoreInput['body'], Store>(
    (api, body) => api.changeStore({ name: store.name, body }),
    {
      changes,
      onDone: ({ enabled }) => notify(enabled ? `${store.name} resumed.` : `${store.name} paused.`),
    },
  );
  const remove = useChange((api) => api.removeStore({ name: store.name }), {
    changes,
    onDone() {
      notify(`${store.name} removed.`);
      goTo('/app/operator/stores');
    },
  });
  return (
    <>
      {change.error && <ErrorNote error={change.error} />}
      <ButtonLink to={`${storePath(store.name)}/edit`}>Edit</ButtonLink>
      <Button
        icon={store.enabled ? 'pause' : 'play'}
        isBusy={change.isPending}
        onClick={() => change.mutate({ enabled: !store.enabled })}
      >
        {store.enabled ? 'Pause' : 'Resume'}
      </Button>
      <Button kind="quiet" icon="trash" onClick={() => setDialog('remove')}>
        Remove
      </Button>
      <Confirm
        title={`Remove ${store.name}?`}
        isOpen={dialog === 'remove'}
        action="Remove store"
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => setDialog(null)}
      >
        <p>
          The store's login and tokens will be deleted, and its orders will no longer be tracked. To keep tracking them,
          pause the store instead.
        </p>
      </Confirm>
    </>
  );
}

function HealthCard({ store: { health, enabled } }: { store: Store }) {
  const ago = (at: string | null): ReactNode => (at ? <TimeAgo at={at} /> : 'Never');
  return (
    <Card title="Health">
      {!enabled && (
        <p>Paused. New orders are rejected, accepted orders stay queued, and placed orders are still tracked.</p>
      )}
      {health.closed_until && health.status === 'down' && (
        <Note tone="bad" title="Backing off">
          {plural(health.failures, 'failure')} in a row. Next attempt <TimeAgo at={health.closed_until} />. The wait
          gets longer with each failure.
        </Note>
      )}
      <Facts
        rows={[
          ['Last response', ago(health.last_ok_at)],
          ['Consecutive failures', String(health.failures)],
          ['Last failure', ago(health.last_failure_at)],
          ...(health.last_failure
            ? [
                [
                  'Error',
                  <span key="failure" className="break">
                    {health.last_failure}
                  </span>,
                ] as const,
              ]
            : []),
        ]}
      />
    </Card>
  );
}

function LimitsCard({ store }: { store: Store }) {
  const { limits } = store;
  const ownLimit = ownLimitOf(store);
  return (
    <Card title="Limits">
      <Facts
        rows={[
          ['Concurrent sessions', String(limits.at_once)],
          ['Requests per minute', String(limits.per_minute)],
          ...(ownLimit ? [["The store's limit", ownLimit] as const] : []),
          ['Response timeout', `${limits.timeout_seconds} s`],
          ['Checks orders', `every ${store.track_every}`],
          ...(store.brand ? [['Priority', `${store.priority} among the stores for ${store.brand}`] as const] : []),
        ]}
      />
    </Card>
  );
}

function AboutCard({ store }: { store: Store }) {
  const address = store.bill_to;
  const rows: (readonly [string, ReactNode] | false)[] = [
    store.url !== null && ['Storefront', <ExternalLink key="url" href={store.url} />],
    store.also.length > 0 && ['Other URLs', store.also.join(', ')],
    store.api_url !== null && ['API', store.api_url],
    ['Purchase mode', `${modeTexts[store.mode].label}. ${modeTexts[store.mode].hint}`],
    kindTexts[store.kind].canLogIn && ['Account', accountTexts[store.accounts].label],
    store.payment !== null && [
      'Payment',
      typeof store.payment === 'string' ? store.payment : JSON.stringify(store.payment),
    ],
    ['Currency', store.currency],
    ['Ships to', store.countries?.join(', ') ?? 'Set by the store'],
    store.contact !== null && ['Email', store.contact],
    address !== null && ['Billing address', Object.values(address).filter(Boolean).join(', ')],
    store.credentials.length > 0 && ['Encrypted', store.credentials.join(', ')],
    store.consent !== null && ['Allowed by', `${store.consent.by}, ${formatDate(store.consent.on)}`],
    ['Capabilities', store.abilities.join(', ') || 'None with this configuration'],
  ];
  return (
    <Card title="Configuration">
      <Facts
        rows={rows
          .filter((row) => row !== false)
          .map(([name, value]) => [
            name,
            <span key={name} className="break">
              {value}
            </span>,
          ])}
      />
    </Card>
  );
}
