import type { Db } from '../../../../platform/database/index.ts';
import { findPackingDelay } from './sql.ts';

/**
 * Whether responses may be packed: not while an older process may run that cannot read them. Asks the database once.
 */
export type CanPackAnswers = () => Promise<boolean>;

export function createCanPackAnswers(db: Db): CanPackAnswers {
  let beginsAt: Promise<number> | null = null;
  return async () => {
    beginsAt ??= findPackingDelay(db).then((waitMs) => performance.now() + waitMs);
    try {
      return performance.now() >= (await beginsAt);
    } catch (error) {
      beginsAt = null;
      throw error;
    }
  };
}
