import { expect, it } from 'vitest';
import { failedRowsOf } from './correct-failed.tsx';

it('takes the failed rows as they were in the file', () => {
  const columns = ['name', 'city', 'order_id', 'status', 'error'];
  const row = (name: string, status: string) => ({ name, city: "'=1+1", order_id: 'x', status, error: 'Sold out' });
  const table = failedRowsOf({ columns, rows: [row('Ann', 'placed'), row('Bob', 'failed'), row('Cid', 'cancelled')] });
  expect(table).toEqual({
    columns: ['name', 'city'],
    rows: [
      { name: 'Bob', city: '=1+1' },
      { name: 'Cid', city: '=1+1' },
    ],
  });
});
