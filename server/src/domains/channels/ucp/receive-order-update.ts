import type { FastifyRequest } from 'fastify';
import type { Connector } from '../../../connectors/contract.ts';
import type { Clock } from '../../../kit/clock.ts';
import { Failure, notFound } from '../../../kit/failure.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import type { World } from '../../../kit/world.ts';
import type { Database } from '../../../platform/database/index.ts';
import { bodyBytes } from '../../../platform/http/index.ts';
import { findOrderAt } from '../../orders/orders/index.ts';
import { acceptSignatureOnce } from './accept-signature.ts';
import { invalidProfileUrl, signatureRefused } from './failures.ts';

export interface UcpStore {
  name: string;
  world: World;
  connector: Connector;
}

export interface OrderUpdateNeeds {
  database: Database;
  clock: Clock;
  publicUrl: string;
  /** Stores with this profile URL; other senders are refused. */
  storesAt(profileUrl: string): UcpStore[];
  /** Tracks the order now. */
  trackSoon(orderId: string): Promise<void>;
}

const timeoutMs = 10_000;

/**
 * Handles a store's order update. Errand only takes it as a hint and reads the order from the store as usual. The
 * signature must be from the store where this order was placed.
 */
export async function receiveOrderUpdate(needs: OrderUpdateNeeds, request: FastifyRequest): Promise<void> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  const profileUrl = /(?:^|[,;\s])profile="([^"]*)"/.exec(headers['ucp-agent'] ?? '')?.[1];
  if (profileUrl === undefined) throw invalidProfileUrl();
  const { id } = fieldsOf(request.body);
  const message = {
    method: request.method,
    url: new URL(request.url, needs.publicUrl).href,
    headers,
    body: bodyBytes(request)?.toString('utf8') || null,
  };
  let reason = 'no connected store has this profile';
  for (const store of needs.storesAt(profileUrl)) {
    const verdict = await store.connector.vouchesFor?.(message, { signal: AbortSignal.timeout(timeoutMs) });
    if (verdict?.kind === 'unreachable') throw new Failure('profile_unreachable', 424, verdict.message);
    if (verdict?.kind !== 'good') {
      reason = verdict?.reason ?? 'it is not signed';
      continue;
    }
    await acceptSignatureOnce({ db: needs.database.db, clock: needs.clock }, profileUrl, verdict.signatureId);
    const order =
      typeof id === 'string' ? await findOrderAt(needs.database.db, { ...store, merchantOrderId: id }) : null;
    if (order === null) throw notFound();
    return needs.trackSoon(order);
  }
  throw signatureRefused('signature_invalid', 401, reason);
}
