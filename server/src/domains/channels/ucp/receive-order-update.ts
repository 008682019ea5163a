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

/** A store of kind `ucp` as it is configured. */
export interface UcpStore {
  name: string;
  world: World;
  connector: Connector;
}

export interface OrderUpdateNeeds {
  database: Database;
  clock: Clock;
  publicUrl: string;
  /** The stores whose profile is at this address: no other sender is listened to. */
  storesAt(profileUrl: string): UcpStore[];
  /** Looks after the order at once, as it does now and then anyway. */
  trackSoon(orderId: string): Promise<void>;
}

const timeoutMs = 10_000;

/**
 * A store tells what became of an order. It is believed that something did, and nothing more: the order is read from the
 * store as always. The signature must be that of the store where this very order was bought.
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
