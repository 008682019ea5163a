import type { Executor } from '../../../platform/database/index.ts';
import type { Case } from './model.ts';
import { findCase } from './sql.ts';

/** The state is null if there is no case. */
export async function readCase(executor: Executor, orderId: string): Promise<Case> {
  return findCase(executor, orderId);
}
