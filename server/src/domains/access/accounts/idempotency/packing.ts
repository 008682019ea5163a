import type { Db } from '../../../../platform/database/index.ts';
import { findPackingWait } from './sql.ts';

/** Whether answers may be kept packed by now: not while a process may run that cannot read them. The database is asked once. */
export type MayPack = () => Promise<boolean>;

export function createMayPack(db: Db): MayPack {
  let beginsAt: Promise<number> | null = null;
  return async () => {
    beginsAt ??= findPackingWait(db).then((waitMs) => performance.now() + waitMs);
    try {
      return performance.now() >= (await beginsAt);
    } catch (error) {
      beginsAt = null;
      throw error;
    }
  };
}
