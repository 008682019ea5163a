import { expect, it } from 'vitest';
import { findLowBudgets } from './budgets.ts';

const plenty = { diskFreeBytes: 50 * 1024 ** 3, memoryFreeBytes: 1024 ** 3, connections: { used: 10, max: 97 } };

it('warns before the disk, the memory or the connections run out', () => {
  expect(findLowBudgets(plenty)).toEqual([]);
  const idsOf = (change: Partial<typeof plenty>) => findLowBudgets({ ...plenty, ...change }).map(({ id }) => id);
  expect(idsOf({ diskFreeBytes: 2 * 1024 ** 3 })).toEqual([]);
  expect(idsOf({ diskFreeBytes: 2 * 1024 ** 3 - 1 })).toEqual(['disk_low']);
  expect(idsOf({ memoryFreeBytes: 200 * 1024 ** 2 })).toEqual(['memory_low']);
  expect(idsOf({ memoryFreeBytes: 0 })).toEqual([]);
  expect(idsOf({ connections: { used: 80, max: 100 } })).toEqual([]);
  expect(idsOf({ connections: { used: 81, max: 100 } })).toEqual(['connections_low']);
  const [disk] = findLowBudgets({ ...plenty, diskFreeBytes: 300 * 1024 ** 2 });
  expect(disk?.title).toContain('300 MiB left');
});
