import type { PurchaseRecord } from '../../../../connectors/contract.ts';
import type { Registry } from '../../../../connectors/registry.ts';
import { type Clock, dayMs, minuteMs } from '../../../../kit/clock.ts';
import { Failure, Invalid } from '../../../../kit/failure.ts';
import type { Blobs } from '../../../../platform/blobs/index.ts';
import type { Database } from '../../../../platform/database/index.ts';
import type { Logger } from '../../../../platform/logger.ts';
import { type FullOrder, loadOrders } from '../../../orders/orders/index.ts';
import { documentsMax, fileDocument } from './file-document.ts';
import { listDocuments } from './sql.ts';

export interface FetchNeeds {
  database: Database;
  clock: Clock;
  registry: Registry;
  blobs: Blobs;
  logger: Logger;
  recordFor(order: FullOrder): Promise<PurchaseRecord>;
}

/** After that, no invoice comes anymore. */
const fetchForMs = 60 * dayMs;

/** The connector call that reads this order's documents; null if the store has none. */
export function documentsFor(registry: Registry, order: FullOrder) {
  // The connector knows nothing about purchases made by a person.
  if (order.status !== 'order_placed' || order.bought_by_desk) return null;
  const { documents = null } = registry.forOrder(order)?.connector ?? {};
  if (!documents) return null;
  const { countries, alsoFor } = documents;
  const isProvided =
    countries === null ||
    countries.includes(order.shipping_address.country) ||
    order.items.some(({ url }) => alsoFor?.(new URL(url)));
  return isProvided ? documents : null;
}

/** What a job remembers from one call of the store to the next. */
export interface FetchProgress {
  orderId: string;
  /** The connector's own note. */
  resume?: string;
  /** The store's IDs of documents that can't be filed. */
  unusable?: string[];
}

/** Asks the store once and files what is new. Returns when to ask again, and with what; null if nothing more comes. */
export async function fetchDocuments(
  needs: FetchNeeds,
  progress: FetchProgress,
  signal: AbortSignal,
): Promise<{ afterMs: number; progress: FetchProgress } | null> {
  const { orderId, resume = null } = progress;
  const { db } = needs.database;
  const order = (await loadOrders(db, [orderId])).get(orderId);
  const documents = order && documentsFor(needs.registry, order);
  if (!documents) return null;
  const limits = { signal: AbortSignal.any([signal, AbortSignal.timeout(minuteMs)]) };
  const filed = (await listDocuments(db, orderId)).flatMap((row) => row.store_document_id ?? []);
  const unusable = new Set(progress.unusable);
  const known = new Set([...filed, ...unusable]);
  const answer = await documents.list(await needs.recordFor(order), { known, resume }, limits);
  if (answer.kind === 'unreachable') {
    if (answer.retryAfterMs !== undefined) return { afterMs: answer.retryAfterMs, progress };
    throw new Error(answer.message);
  }
  for (const id of answer.unusable ?? []) unusable.add(id);
  for (const { id, ...document } of answer.documents.filter((each) => !known.has(each.id)).slice(0, documentsMax)) {
    try {
      const { kind, filedBy = null, ...file } = document;
      const about = { kind, store_document_id: id, filed_by: filedBy };
      await fileDocument({ ...needs, db }, { ...file, orderId }, about);
    } catch (error) {
      // A file that is too large, or no PDF or image, stays at the store.
      if (!(error instanceof Invalid || error instanceof Failure)) throw error;
      needs.logger.warn({ orderId, err: error }, 'could not save a store document');
      unusable.add(id);
    }
  }
  const isOver = needs.clock.now().getTime() - (order.ended_at ?? order.created_at).getTime() > fetchForMs;
  if (isOver || answer.pollAfterMs === null) return null;
  const next = { orderId, unusable: [...unusable], ...(answer.resume !== undefined && { resume: answer.resume }) };
  return { afterMs: answer.pollAfterMs, progress: next };
}
