import { useLocation } from 'wouter';
import { useQueryParam } from '../../lib/address.ts';
import { useFilters } from '../../lib/filters.ts';
import { useNow } from '../../lib/now.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { accountStatusOf, type RetailerAccount } from './retailer-account.ts';
import { RetailerAccountDialog } from './retailer-account-dialog.tsx';
import './retailer-accounts.css';

export function RetailerAccountsPage() {
  const [dialog, setDialog] = useQueryParam('dialog');
  const { field, read } = useFilters(['search']);
  const [, goTo] = useLocation();
  const search = read('search');
  const columns = useColumns();
  const add = (
    <Button kind="primary" icon="plus" does="createManagedAccount" onClick={() => setDialog('add')}>
      Add account
    </Button>
  );
  return (
    <>
      <ListPage
        title="Retailer accounts"
        lead="Your accounts at retailers. Use them to place orders. Secrets are encrypted."
        actions={add}
        name={['retailer-accounts', search]}
        load={(api, page, options) => api.listManagedAccounts({ ...page, ...(search && { search }) }, options)}
        rowsOf={({ credentials }) => credentials}
        pageSize={25}
        refresh={30_000}
        table={{
          columns,
          keyOf: (account) => account.short_id,
          linkOf: (account) => `/app/accounts/${account.short_id}`,
        }}
        filter={
          <div className="retailer-accounts-filter">
            <Input
              label="Search"
              placeholder="Email, store or ID"
              before={<Icon name="search" size={18} />}
              {...field('search')}
            />
          </div>
        }
        empty={
          <EmptyState icon="people" title={search ? 'No matching accounts' : 'No accounts yet'} action={!search && add}>
            {search
              ? 'Try another email or store.'
              : "Without one, orders use Errand's own accounts. Add yours to keep your prices, points and order history."}
          </EmptyState>
        }
      />
      <Allowed to="createManagedAccount">
        {dialog === 'add' && (
          <RetailerAccountDialog
            account={null}
            onClose={() => setDialog(null)}
            onSaved={(account) => goTo(`/app/accounts/${account.short_id}`)}
          />
        )}
      </Allowed>
    </>
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
