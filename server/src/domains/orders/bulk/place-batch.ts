import { createHash } from 'node:crypto';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { canonicalJson } from '../../../kit/canonical-json.ts';
import { type Clock, utcDay } from '../../../kit/clock.ts';
import { derivedId, firstUnusedId } from '../../../kit/ids.ts';
import { nextTurn } from '../../../kit/next-turn.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import {
  type Answer,
  addKeySpend,
  type Caller,
  type CreatedAnswer,
  findAccountOfKey,
  findStoredAnswer,
  type IdempotentRequest,
  replayAnswer,
  runIdempotent,
  spendLimitExceeded,
} from '../../access/accounts/index.ts';
import { findReservedBatches, reserveFunds } from '../../money/wallet/index.ts';
import { draftOrder } from '../orders/index.ts';
import { applyPolicies, createRowDecider, decideDrafts } from './decide-rows.ts';
import { batchNotPlaceable, dayExceedsKeyLimit } from './failures.ts';
import { batchJobs } from './jobs.ts';
import { presentBatch, presentValidation, rowsInList } from './present.ts';
import type { Cells } from './read-row.ts';
import {
  type BatchRow,
  findBatchIds,
  insertBatch,
  insertRows,
  lockBatchSeries,
  type NewRow,
  type RowState,
} from './sql.ts';
import {
  cellsOf,
  findCardIn,
  isPlaceable,
  rowsPerTurn,
  sumRows,
  type Upload,
  type ValidatedBatch,
  type ValidateNeeds,
  validateBatch,
  type WalletHold,
} from './validate-batch.ts';

const withoutOrder = {
  order_status: null,
  order_error: null,
  tracking_statuses: [],
  is_late: false,
  waiting_for: null,
};

export interface PlaceNeeds extends ValidateNeeds {
  clock: Clock;
  vault: Vault;
  publicUrl: string;
  /** Secret for derived IDs. */
  idSecret(): Promise<Buffer>;
}

export interface PlaceUpload extends Upload {
  /** From digestOf. */
  rowsDigest: string;
  notifyOnComplete: boolean;
}

/** After orders that were placed one by one, whose clients are waiting. */
const priority = 150;
const rowsPerInsert = 20;

/**
 * Accepts a batch: its rows, its jobs and the hold for all its money, together or not at all. An accepted batch stays accepted,
 * even if its rows or the wallet would fail today.
 */
export async function placeBatch(
  needs: PlaceNeeds,
  caller: Caller,
  upload: PlaceUpload,
  once: IdempotentRequest,
  triesLeft = 3,
): Promise<Answer> {
  const checked = await validateBatch(needs, caller, upload, triesLeft === 0);
  const validated = await applyPolicies(needs.db, caller, checked, needs.clock.now());
  if (!isPlaceable(validated)) {
    const row = once.key === null ? null : await findStoredAnswer(needs.db, { ...once, key: once.key });
    if (row) return replayAnswer(once, row);
    const accountId = await findAccountOfKey(needs.db, caller.keyId);
    // The sandbox was just claimed, so its wallet and this batch belong to another account now.
    const hasMoved = accountId !== null && accountId !== caller.accountId;
    if (hasMoved) return placeBatch(needs, { ...caller, accountId }, upload, { ...once, accountId });
    throw batchNotPlaceable(await presentValidation(validated));
  }
  const idSecret = await needs.idSecret();
  return runIdempotent(needs, once, async (tx) => {
    const id = await nextBatchId(tx, idSecret, upload, once);
    return writeBatch(needs, tx, caller, upload, validated, { id, idSecret });
  }).catch((error: unknown) => {
    if (!(error instanceof FundsMoved)) throw error;
    // Decide again which rows the wallets cover. In the end, US dollars pay for all of them.
    return placeBatch(needs, caller, upload, once, triesLeft - 1);
  });
}

/** A wallet in another currency has less than it had when it was decided what it pays. */
class FundsMoved extends Error {}

/** The IDs of its orders are derived from the batch's ID. */
interface BatchIds {
  id: string;
  idSecret: Buffer;
}

/**
 * A batch's ID is derived from its key, or from its rows, and from the number of such batches before. A batch that a restore lost
 * gets the same ID when it is repeated; a deliberate second one gets another.
 */
async function nextBatchId(
  tx: Tx,
  secret: Buffer,
  { rowsDigest }: PlaceUpload,
  once: IdempotentRequest,
): Promise<string> {
  const { accountId, world, operation, key } = once;
  const what = key === null ? ['rows', rowsDigest] : ['key', operation, key];
  const idAt = (index: number) => derivedId(secret, ['batch', accountId, world, ...what, index]);
  await lockBatchSeries(tx, idAt(0));
  return firstUnusedId(
    idAt,
    async (ids) => new Set([...(await findReservedBatches(tx, ids)), ...(await findBatchIds(tx, ids))]),
  );
}

async function writeBatch(
  needs: PlaceNeeds,
  tx: Tx,
  caller: Caller,
  upload: PlaceUpload,
  validated: ValidatedBatch,
  { id, idSecret }: BatchIds,
): Promise<CreatedAnswer> {
  const now = needs.clock.now();
  const { accountId, world } = caller;
  const columns = validated.columns.map(({ name }) => name);
  const rowCount = validated.rows.length;
  const { filename, notifyOnComplete } = upload;
  await insertBatch(tx, { id, accountId, world, filename, rowCount, columns, notifyOnComplete, now });
  const decide = await createRowDecider(tx, caller, now);
  const decided = async (part: NewRow[]): Promise<NewRow[]> => {
    if (!decide) return part;
    const drafts = part.map(({ draft }) => draft);
    const orders = await decideDrafts(
      { tx, vault: needs.vault, publicUrl: needs.publicUrl, now },
      decide,
      caller,
      drafts,
    );
    if (!orders)
      throw batchNotPlaceable(await presentValidation(await applyPolicies(needs.db, caller, validated, now)));
    return part.map((row, index) => ({ ...row, draft: orders[index] ?? row.draft }));
  };
  const shown: RowState[] = [];
  for (let from = 0; from < rowCount; from += rowsPerInsert) {
    const part = await decided(draftRows(caller, upload, validated, { id, now, idSecret }, from));
    await insertRows(tx, id, part);
    const room = part.slice(0, Math.max(0, rowsInList - from));
    shown.push(...room.map((row) => ({ ...row, ...withoutOrder, batch_id: id })));
  }
  await enqueue(tx, batchJobs(id, now));
  await spendWithinDay(needs, tx, caller, validated.estimate);
  // Last, so that the wallet is locked only until the commit.
  await reserveHolds(tx, caller, validated, { id, now });
  const batch: BatchRow = {
    id,
    account_id: accountId,
    filename,
    row_count: rowCount,
    columns,
    notify_on_complete: notifyOnComplete,
    notified_at: null,
    completed_at: null,
    created_at: now,
    updated_at: now,
    made: 0,
    placed: 0,
    failed: 0,
    cancelled: 0,
  };
  return { status: 201, text: JSON.stringify(presentBatch(batch, shown)), resource: 'batch', resourceId: id };
}

/** Wallets are locked in the usual order: US dollars, then the others by currency. */
async function reserveHolds(
  tx: Tx,
  caller: Caller,
  validated: ValidatedBatch,
  { id, now: at }: { id: string; now: Date },
): Promise<void> {
  const [dollars, ...others] = validated.holds;
  for (const { currency, amount } of [assertDefined(dollars), ...others.toSorted(byCurrency)]) {
    if (amount === 0 || (await reserveFunds(tx, { ...caller, id, currency, amount, at }))) continue;
    if (currency !== 'USD') throw new FundsMoved();
    throw batchNotPlaceable(await presentValidation({ ...validated, ...(await sumRows(tx, caller, validated.rows)) }));
  }
}

const byCurrency = (a: WalletHold, b: WalletHold): number => (a.currency < b.currency ? -1 : 1);

function draftRows(
  caller: Caller,
  upload: PlaceUpload,
  validated: ValidatedBatch,
  batch: BatchIds & { now: Date },
  from: number,
): NewRow[] {
  return validated.rows.slice(from, from + rowsPerInsert).map(({ order, read }, offset) => {
    const index = from + offset;
    const { orderRequest, checked, priced } = assertDefined(order);
    const plain = { ...orderRequest.plain, metadata: { bulk_batch_id: batch.id, bulk_row_index: index } };
    const drafted = draftOrder(caller, { ...orderRequest, plain, priority }, checked, batch.now);
    const card = orderRequest.card && assertDefined(findCardIn(validated.cards, orderRequest.card.paymentMethod));
    const draft = {
      ...drafted,
      ...priced,
      id: derivedId(batch.idSecret, ['batch row', batch.id, index]),
      has_derived_id: true,
      card_choice: card ? { id: card.id, customer: card.customer } : null,
    };
    return {
      row_index: index,
      order_id: draft.id,
      recipient: `${orderRequest.shippingAddress.first_name} ${orderRequest.shippingAddress.last_name}`,
      product_urls: read.productUrls,
      cells: cellsOf(assertDefined(upload.rows[index]), validated.columns),
      draft,
    };
  });
}

async function spendWithinDay(needs: PlaceNeeds, tx: Tx, caller: Caller, cents: number): Promise<void> {
  const limit = caller.limits.spendPerDay;
  if (limit === null) return;
  const day = utcDay(needs.clock.now());
  const fits = await addKeySpend(tx, { keyId: caller.keyId, day, cents, limit });
  if (!fits) throw spendLimitExceeded(dayExceedsKeyLimit(limit));
}

/** A digest of the rows for comparing bodies, computed without blocking other requests. */
export async function digestOf(rows: readonly Cells[]): Promise<string> {
  const hash = createHash('sha256');
  for (const [index, row] of rows.entries()) {
    if (index % (4 * rowsPerTurn) === 0) await nextTurn();
    hash.update(canonicalJson(row)).update('\n');
  }
  return hash.digest('hex');
}
