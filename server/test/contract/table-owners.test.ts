import { describe, expect, it } from 'vitest';
import { parse } from '../../../tools/sources.ts';
import { readmeProblem, withTables } from '../../../tools/table-owners/readme.ts';
import { checkOwners, checkUses, checkViews, type Owners } from '../../../tools/table-owners/rules.ts';
import { findTableUses, findViews } from '../../../tools/table-owners/uses.ts';

const names = new Set(['orders', 'order_items', 'jobs', 'wallets', 'order_summaries', 'events']);
const usesOf = (source: string, isSqlFile = true): string[] =>
  findTableUses({ text: source, ast: () => parse('a.ts', source) }, names, isSqlFile)
    .uses.map(({ kind, table }) => `${kind} ${table}`)
    .sort();
const inSql = (text: string): string[] => usesOf(`const found = sql\`${text}\`;`);

describe('the tables that SQL uses', () => {
  it('are read after from, join, using and commas', () => {
    expect(inSql('select from orders')).toEqual(['read orders']);
    expect(inSql('select from public.orders, "jobs"')).toEqual(['read jobs', 'read orders']);
    expect(inSql('select * from orders o left join order_items i on i.order_id = o.id, wallets w where true')).toEqual([
      'read order_items',
      'read orders',
      'read wallets',
    ]);
    expect(inSql('select * from (select 1) x, lateral (select from jobs) y, wallets')).toEqual([
      'read jobs',
      'read wallets',
    ]);
    expect(inSql('select * from unnest($1::int[]) as given (id), orders')).toEqual(['read orders']);
    expect(inSql('select exists (select from wallets where true) as has, 1 from orders')).toEqual([
      'read orders',
      'read wallets',
    ]);
  });

  it('are written by insert, update, delete, merge and truncate', () => {
    expect(inSql('insert into orders (id) select id from order_items')).toEqual(['read order_items', 'write orders']);
    expect(inSql('update orders set a = 1, b = 2 from wallets where true')).toEqual(['read wallets', 'write orders']);
    expect(inSql('delete from orders using wallets w, jobs j')).toEqual(['read jobs', 'read wallets', 'write orders']);
    expect(inSql('merge into jobs using unnest($1) held (id) on true')).toEqual(['write jobs']);
    expect(inSql('truncate orders')).toEqual(['write orders']);
    expect(inSql('UPDATE orders SET a = 1')).toEqual(['write orders']);
    expect(inSql('with moved as (update orders set a = 1 returning id) select id from moved')).toEqual([
      'write orders',
    ]);
    expect(usesOf("await deleteInPortions(executor, 'events', sql`true`);")).toEqual(['write events']);
  });

  it('are neither locks, upserts, columns, comments nor text', () => {
    expect(inSql('select from wallets for update')).toEqual(['read wallets']);
    expect(inSql('insert into wallets values (1) on conflict (id) do update set a = orders.a')).toEqual([
      'write wallets',
    ]);
    expect(inSql("select orders.id, 'from jobs' -- from events\n from order_items")).toEqual(['read order_items']);
    expect(usesOf('// update orders set a = 1\nconst a = 1;')).toEqual([]);
    expect(inSql('select extract(epoch from now()), a is distinct from orders.b from wallets')).toEqual([
      'read wallets',
    ]);
  });

  it('are found in parts of statements and beside what is filled in', () => {
    expect(inSql(`orders o where o.id = \${id}`)).toEqual(['read orders']);
    expect(inSql(`select \${columns} from \${own}, jobs`)).toEqual(['read jobs']);
    expect(inSql(`select \${sql\`(select from wallets)\`} from orders`)).toEqual(['read orders', 'read wallets']);
    expect(usesOf("const text = 'select id from orders';", false)).toEqual(['read orders']);
    expect(usesOf("const text = 'Takes returns from orders only.';", false)).toEqual([]);
  });

  it('have no CTE with the same name', () => {
    const source = 'sql`with orders as (select 1), items as materialized (select 2) select`';
    expect(findTableUses({ text: source, ast: () => parse('a.ts', source) }, names, true).shadows).toEqual(['orders']);
  });
});

const owners: Owners = {
  'orders/orders': { tables: ['orders', 'order_items'], views: ['order_summaries'] },
  'platform/queue': { tables: ['jobs'] },
};

describe('the owner of a table', () => {
  const faultsOf = (file: string, kind: 'read' | 'write', table: string): string[] =>
    checkUses(owners, [{ file, uses: [{ kind, table }] }]);

  it('writes and reads it, and nobody else', () => {
    expect(faultsOf('domains/orders/orders/actions/sql.ts', 'write', 'orders')).toEqual([]);
    expect(faultsOf('platform/queue/sql.ts', 'read', 'jobs')).toEqual([]);
    expect(faultsOf('domains/orders/desk/sql.ts', 'write', 'orders')).toEqual([
      'domains/orders/desk/sql.ts writes orders, which orders/orders owns.',
    ]);
    expect(faultsOf('main/sql.ts', 'read', 'jobs')).toEqual(['main/sql.ts reads jobs, which platform/queue owns.']);
  });

  it('publishes views that everyone reads and nobody writes', () => {
    expect(faultsOf('domains/access/policies/sql.ts', 'read', 'order_summaries')).toEqual([]);
    expect(faultsOf('domains/orders/orders/sql.ts', 'write', 'order_summaries')).toEqual([
      'domains/orders/orders/sql.ts writes order_summaries, which is a view.',
    ]);
  });

  it('publishes no table of another', () => {
    const views = findViews([
      'create view order_summaries as select 1 from orders o join jobs on true;',
      "create view gone as select 1 from jobs; drop view gone; -- create view noted as select 'from jobs';",
    ]);
    expect([...views.keys()]).toEqual(['order_summaries']);
    expect(checkViews(owners, views)).toEqual([
      'The view order_summaries of orders/orders reads jobs, which it does not own.',
    ]);
  });

  it('exists exactly once', () => {
    const exists = {
      tables: ['orders', 'order_items', 'jobs'],
      views: ['order_summaries'],
      owners: Object.keys(owners),
    };
    expect(checkOwners(owners, exists)).toEqual([]);
    expect(checkOwners(owners, { ...exists, tables: [...exists.tables, 'quotes'] })).toEqual([
      'The table quotes has no owner: name it in architecture.cjs.',
    ]);
    expect(checkOwners(owners, { ...exists, views: [] })).toEqual([
      'orders/orders owns the view order_summaries, which does not exist.',
    ]);
    expect(
      checkOwners({ ...owners, main: { tables: ['jobs'] } }, { ...exists, owners: ['main', ...exists.owners] }),
    ).toEqual(['The table jobs has two owners.']);
    expect(checkOwners(owners, { ...exists, owners: ['orders/orders'] })).toEqual([
      'The owner platform/queue is neither a slice nor a folder.',
    ]);
  });

  it('is listed in the README of its area', () => {
    const readme = '# Orders\n\nTables: `orders`.\n\nEvents: none.\n';
    expect(readmeProblem('README.md', readme, 'orders', owners)).toHaveLength(1);
    const renewed = withTables(readme, 'orders', owners);
    expect(renewed).toBe(
      '# Orders\n\nTables: `orders`, `order_items`.\n\nViews for others: `order_summaries`.\n\nEvents: none.\n',
    );
    expect(readmeProblem('README.md', renewed, 'orders', owners)).toEqual([]);
  });
});
