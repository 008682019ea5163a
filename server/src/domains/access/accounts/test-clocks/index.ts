export { clockIsAdvancing } from './failures.ts';
export { followClockOf, testClockOf } from './follow-clock.ts';
export { TestClockChoice, TestClockShown } from './schema.ts';
export {
  deleteTestClock,
  deleteTestClocksOf,
  endAdvance,
  findAdvance,
  findOwnTestClock,
  findTestClock,
  insertTestClock,
  listTestClocks,
  lockOwnTestClock,
  moveTestClock,
  moveTestClocksToAccount,
  startAdvance,
  type TestClockRow,
} from './sql.ts';
