import type { Executor } from '../../../platform/database/index.ts';
import type { Case } from './model.ts';
import { findCase } from './sql.ts';

/** The case of an order that the caller may see; the state is null when there is none. */
export async function readCase(executor: Executor, orderId: string): Promise<Case> {
  return findCase(executor, orderId);
}
