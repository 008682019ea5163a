import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { everyRoute } from '../../../wire/index.ts';
import { callerOf, type Guard } from '../accounts/index.ts';
import type { PolicyRules } from './model.ts';
import { readPolicy } from './read-binding.ts';
import type { Subject } from './sql.ts';
import { type Author, replacePolicy } from './write-policy.ts';

export interface RouteNeeds {
  db: Db;
  clock: Clock;
  guard: Guard;
  /** The one name of a retailer, whichever of its names is given. */
  nameOfRetailer(world: World, retailer: string): string;
}

export const shared = { tags: ['Policies'], security: [{ bearer: [] }, { session: [] }] };
export const bodyRoute = [...everyRoute, 'payload_too_large', 'unsupported_media_type'] as const;

/** Who writes: a signed-in person, or a key with the scope `policies`. */
export function authorOf(request: FastifyRequest): Author {
  if (request.person) return { name: request.person.email, keyId: null };
  const { keyId } = callerOf(request);
  return { name: `key ${keyId}`, keyId };
}

export async function replace(needs: RouteNeeds, of: Subject, request: FastifyRequest & { body: PolicyRules }) {
  const { db, clock, nameOfRetailer } = needs;
  const now = clock.now();
  const { body } = request;
  const row = await inTransaction(db, (tx) => replacePolicy({ tx, now, nameOfRetailer }, of, body, authorOf(request)));
  return readPolicy(db, row, now);
}
