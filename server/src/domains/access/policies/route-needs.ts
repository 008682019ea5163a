import type { Clock } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import type { Caller, Guard, Person } from '../accounts/index.ts';
import type { PolicyRules } from './model.ts';
import { readPolicy } from './preview-policy.ts';
import type { Subject } from './sql.ts';
import { type Author, replacePolicy } from './write-policy.ts';

export interface RouteNeeds {
  db: Db;
  clock: Clock;
  guard: Guard;
  /** The canonical name of a retailer. */
  nameOfRetailer(world: World, retailer: string): string;
}

/** Keys and signed-in people. */
export const security = [{ bearer: [] }, { session: [] }];

/** A signed-in person, or a key with the scope `policies`. */
export function authorOf({ caller, person }: { caller: Caller; person: Person | null }): Author {
  if (person) return { name: person.email, keyId: null };
  return { name: `key ${caller.keyId}`, keyId: caller.keyId };
}

export async function replaceFromRequest(needs: RouteNeeds, of: Subject, rules: PolicyRules, author: Author) {
  const { db, clock, nameOfRetailer } = needs;
  const now = clock.now();
  const row = await inTransaction(db, (tx) => replacePolicy({ tx, now, nameOfRetailer }, of, rules, author));
  return readPolicy(db, row, now);
}
