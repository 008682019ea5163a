import { useState } from 'react';
import { useLocation } from 'wouter';
import { useQueryParam } from '../../lib/address.ts';
import { useData } from '../../lib/data.ts';
import { useNow } from '../../lib/now.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { accountStatusOf, type RetailerAccount } from './retailer-account.ts';
import { RetailerAccountDialog } from './retailer-account-dialog.tsx';
import './retailer-accounts.css';

const pageSize = 25;

export function RetailerAccountsPage() {
  const [dialog, setDialog] = useQueryParam('dialog');
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const [, goTo] = useLocation();
  const text = search.trim();
  const columns = useColumns();
  const retailerAccounts = useData(
    ['retailer-accounts', text, offset],
    (api, options) => api.listManagedAccounts({ limit: pageSize, offset, ...(text ? { search: text } : {}) }, options),
    { keepPrevious: true, refresh: 10_000 },
  );
  const add = (
    <Button kind="primary" icon="plus" does="createManagedAccount" onClick={() => setDialog('add')}>
      Add account
    </Button>
  );
  return (
    <Page
      title="Retailer accounts"
      lead="Your accounts at stores. Use them to place orders. Secrets are encrypted."
      actions={add}
    >
      <Card isFlush>
        <div className="retailer-accounts-filter">
          <Input
            label="Find"
            placeholder="Email, store or ID"
            before={<Icon name="search" size={18} />}
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
              setOffset(0);
            }}
          />
        </div>
        <Loaded data={retailerAccounts}>
          {({ credentials, total }) =>
            credentials.length === 0 ? (
              <EmptyState icon="people" title={text ? 'No matching accounts' : 'No accounts yet'} action={!text && add}>
                {text
                  ? 'Try another email or store.'
                  : "Without one, orders use Errand's own accounts. Add yours to keep your prices, points and order history."}
              </EmptyState>
            ) : (
              <>
                <Table
                  label="Retailer accounts"
                  columns={columns}
                  rows={credentials}
                  keyOf={(account) => account.short_id}
                  linkOf={(account) => `/app/accounts/${account.short_id}`}
                  isStale={retailerAccounts.isPlaceholderData}
                />
                <Pager offset={offset} limit={pageSize} total={total} onMove={setOffset} />
              </>
            )
          }
        </Loaded>
      </Card>
      <Allowed to="createManagedAccount">
        {dialog === 'add' && (
          <RetailerAccountDialog
            account={null}
            onClose={() => setDialog(null)}
            onSaved={(account) => goTo(`/app/accounts/${account.short_id}`)}
          />
        )}
      </Allowed>
    </Page>
  );
}

function useColumns(): readonly Column<RetailerAccount>[] {
  const now = useNow();
  const nameOf = useRetailerName();
  return [
    { name: 'Account', cell: (account) => <span className="break">{account.email}</span> },
    {
      name: 'Status',
      cell: (account) => {
        const { label, tone } = accountStatusOf(account, now);
        return <Badge tone={tone}>{label}</Badge>;
      },
    },
    { name: 'Store', cell: (account) => (account.retailer ? nameOf(account.retailer) : 'Any') },
    {
      name: 'Codes',
      cell: (account) =>
        [account.has_totp && 'Authenticator', account.has_forwarding && 'Email'].filter(Boolean).join(', ') || '–',
      isMinor: true,
    },
    {
      name: 'Last used',
      cell: (account) =>
        account.last_used_at ? <TimeAgo at={account.last_used_at} /> : <span className="quiet">never</span>,
    },
  ];
}
