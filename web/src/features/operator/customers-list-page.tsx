import type { ListCustomersInput, ListCustomersOutput } from '../../../../sdk/src/index.ts';
import { CursorPage } from '../../ui/cursor-page.tsx';
import { Input, Select } from '../../ui/field.tsx';
import type { Column } from '../../ui/table.tsx';
import { Money, TimeAgo } from '../../ui/text.tsx';
import './operator.css';
import { useFilters, worldOptions } from '../../lib/filters.ts';

const columns: readonly Column<ListCustomersOutput['customers'][number]>[] = [
  { name: 'Customer', cell: (customer) => <strong className="break">{customer.account_email}</strong> },
  { name: 'Available', isNumber: true, cell: (customer) => <Money cents={customer.available_cents} /> },
  { name: 'On hold', isNumber: true, cell: (customer) => <Money cents={customer.held_cents} /> },
  {
    name: 'Last order',
    cell: (customer) => (customer.last_order_at ? <TimeAgo at={customer.last_order_at} /> : 'None'),
  },
  { name: 'Joined', cell: (customer) => <TimeAgo at={customer.created_at} />, isMinor: true },
];

export function CustomersPage() {
  const { field, read } = useFilters(['world', 'search']);
  const search = read('search');
  const asked: ListCustomersInput = {
    world: read('world') === 'test' ? 'test' : 'live',
    ...(search && search.length > 1 ? { search } : {}),
  };
  return (
    <CursorPage
      title="Customers"
      lead="Everyone with an account, sorted by email address."
      name={['operator-customers', asked]}
      load={(api, page, options) => api.listCustomers({ ...asked, ...page }, options)}
      rowsOf={({ customers }) => customers}
      columns={columns}
      keyOf={(customer) => customer.account_id}
      linkOf={(customer) => `/app/operator/customers/${customer.account_id}`}
      exportAs={{ name: 'customers.csv', load: (api) => api.exportCustomers(asked) }}
      filter={
        <search className="operator-filters">
          <Input label="Search" type="search" placeholder="Email address" {...field('search')} />
          <Select label="Mode" options={worldOptions} {...field('world')} />
        </search>
      }
    />
  );
}
