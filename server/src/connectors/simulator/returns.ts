import { assertDefined } from '../../kit/assert-defined.ts';
import { type Clock, dayMs, minuteMs, plusMs, secondMs, utcDay } from '../../kit/clock.ts';
import { toCents } from '../../kit/money.ts';
import { paceOf } from '../../kit/test-clock.ts';
import type { Address, Connector, RefundAnswer, ReturnAnswer, ReturnRequest } from '../contract.ts';
import { createSeededRandom } from './catalog/seeded-random.ts';
import { parcelOf } from './parcels.ts';
import type { PurchaseRow, ReturnResolution, ReturnRow, SimulatorSql } from './sql.ts';

const answerAfterMs = 2 * secondMs;
/** Time from approval to drop-off. */
const scanAfterMs = 3 * secondMs;
/** Time from approval to inspection. */
const inspectAfterMs = 5 * secondMs;
const restockingPercent = 15;
const returnWithinMs = 30 * dayMs;

/** The store's decision by reason. Null: a person decides. */
const answers: Readonly<Record<string, ReturnResolution['status'] | null>> = {
  damaged: 'approved',
  defective: 'approved',
  not_as_described: 'approved',
  wrong_item: 'approved',
  wrong_size: 'approved',
  no_longer_needed: 'approved',
  empty_box: 'credited',
  not_delivered: 'credited',
  forced_cancellation: 'denied',
  other: null,
};

const reasonCodes = Object.keys(answers);
const dropOffCode = 'dropoff';
const methodCodes = [dropOffCode, 'mail', 'pickup'] as const;

const returnCenters: Readonly<Record<string, Address>> = {
  US: center('1 Return Way', 'Hebron', 'KY', '41048', 'US'),
  DE: center('Rückgabeweg 1', 'Leipzig', null, '04158', 'DE'),
  IT: center('Via dei Resi 1', 'Piacenza', null, '29122', 'IT'),
};

function center(street: string, city: string, state: string | null, postalCode: string, country: string): Address {
  return {
    firstName: 'Returns',
    lastName: 'Department',
    addressLine1: street,
    addressLine2: null,
    city,
    state,
    postalCode,
    country,
    phoneNumber: null,
  };
}

interface ReturnNeeds {
  store: SimulatorSql;
  clock: Clock;
  timeScale: number;
}

type Returns = Required<Pick<Connector, 'returnOptions' | 'requestReturn' | 'checkReturn' | 'checkRefund'>>;

export function createReturns({ store, clock, timeScale }: ReturnNeeds): Returns {
  /** Files the return once and returns its status. Idempotent. */
  const ask: Returns['requestReturn'] = async (request, { signal }) => {
    signal.throwIfAborted();
    const [purchase] = await store.purchases(request.purchase.reference);
    const objection = findObjection(request, purchase);
    if (objection || !purchase) return { kind: 'denied', message: objection ?? 'The store has no such order.' };
    const known = await store.readReturn(request.reference);
    const filed = known ?? (await fileReturn(store, request, purchase, clock.now()));
    return answerOf(filed, purchase, request, clock.now(), paceOf(timeScale));
  };
  return {
    returnOptions: () => ({ reasonCodes, methodCodes, dropOffCode, reasonsToExplain: ['other'] }),
    requestReturn: ask,
    checkReturn: ask,
    async checkRefund(request, { signal }) {
      signal.throwIfAborted();
      const { methodCode, approvedAt } = request;
      const [purchase] = await store.purchases(request.purchase.reference);
      const inspected = purchase && inspectionOf(purchase, request);
      // Only drop-offs are scanned. A person decides about the rest.
      if ((methodCode !== dropOffCode && !inspected) || !approvedAt) return { kind: 'waiting', pollAfterMs: dayMs };
      const isScanned = methodCode === dropOffCode;
      const takesMs = Math.round((isScanned ? scanAfterMs : inspectAfterMs) * paceOf(timeScale));
      const dueInMs = approvedAt.getTime() + takesMs - clock.now().getTime();
      if (dueInMs > 0) return { kind: 'waiting', pollAfterMs: dueInMs };
      return isScanned || !inspected ? scannedAnswer : inspected;
    },
  };
}

const scannedAnswer: RefundAnswer = {
  kind: 'refunded',
  amount: null,
  message: 'The carrier scanned the package at the drop-off point.',
};

/** Outcome of a return scenario after inspection. Null: a person decides. */
function inspectionOf({ contents }: PurchaseRow, { lines }: ReturnRequest): RefundAnswer | null {
  switch (contents.scenario) {
    case 'return_refunded':
      return { kind: 'refunded', amount: null, message: 'The store received the return and refunded everything.' };
    case 'return_restocking_fee': {
      const cents = lines.reduce((sum, { lineId, quantity }) => {
        const line = contents.lines.find((candidate) => candidate.lineId === lineId);
        return sum + (line?.unitPrice ?? 0) * quantity;
      }, 0);
      const amount = toCents(Math.floor((cents * (100 - restockingPercent)) / 100));
      return { kind: 'refunded', amount, message: `The store kept a restocking fee of ${restockingPercent}%.` };
    }
    case 'return_rejected':
      return {
        kind: 'denied',
        message: 'The store rejected the return after inspection: the item shows signs of use.',
      };
    default:
      return null;
  }
}

function findObjection(request: ReturnRequest, purchase: PurchaseRow | undefined): string | null {
  if (!purchase) return 'The store has no such order.';
  if (purchase.cancelled_at) return 'This order was canceled. There is nothing to return.';
  if (!reasonCodes.includes(request.reason)) return `The store does not recognize the reason "${request.reason}".`;
  if (request.methodCode !== null && !methodCodes.some((code) => code === request.methodCode)) {
    return `The store does not recognize the method "${request.methodCode}".`;
  }
  const bought = new Map(purchase.contents.lines.map((line) => [line.lineId, line.quantity]));
  const isTooMuch = request.lines.some(({ lineId, quantity }) => quantity > (bought.get(lineId) ?? 0));
  return isTooMuch ? 'The return has more items than were bought.' : null;
}

async function fileReturn(
  store: SimulatorSql,
  request: ReturnRequest,
  purchase: PurchaseRow,
  now: Date,
): Promise<ReturnRow> {
  const row = {
    reference: request.reference,
    purchase_reference: purchase.reference,
    retailer: purchase.retailer,
    merchant_return_id: merchantReturnIdOf(request.reference),
    reason: request.reason,
    lines: request.lines,
    requested_at: now,
  };
  await store.fileReturn(row);
  return (await store.readReturn(request.reference)) ?? { ...row, resolution: null };
}

function answerOf(
  row: ReturnRow,
  purchase: PurchaseRow,
  request: ReturnRequest,
  now: Date,
  timeScale: number,
): ReturnAnswer {
  const automatic = answers[row.reason] ?? null;
  const dueInMs = row.requested_at.getTime() + Math.round(answerAfterMs * timeScale) - now.getTime();
  const status = row.resolution?.status ?? (dueInMs <= 0 ? automatic : null);
  const notes = row.resolution?.notes ?? null;
  const merchantReturnId = row.merchant_return_id;
  switch (status) {
    case null:
      return { kind: 'open', merchantReturnId, pollAfterMs: automatic ? dueInMs : minuteMs };
    case 'denied':
      return { kind: 'denied', message: notes ?? 'The store does not accept this return.' };
    case 'credited':
      return {
        kind: 'credited',
        amount: null,
        message: notes ?? 'The store refunds this without a return.',
      };
    case 'approved':
      return approve(row.reference, purchase, request.returnAddress, row.requested_at);
  }
}

export type Approval = Extract<ReturnAnswer, { kind: 'approved' }>;

export function approve(reference: string, purchase: PurchaseRow, wanted: Address | null, requestedAt: Date): Approval {
  return {
    kind: 'approved',
    merchantReturnId: merchantReturnIdOf(reference),
    parcels: [parcelBack(reference, purchase.contents.address, wanted)],
    returnBy: utcDay(plusMs(requestedAt, returnWithinMs)),
  };
}

const merchantReturnIdOf = (reference: string): string =>
  `RMA-${createSeededRandom(`return ${reference}`).letters(8, '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ')}`;

function parcelBack(reference: string, from: Address, wanted: Address | null) {
  const { carrier, trackingNumber } = parcelOf(`return ${reference}`, from.country);
  return {
    carrier,
    trackingNumber,
    from,
    to: wanted ?? returnCenters[from.country] ?? assertDefined(returnCenters.US),
  };
}

/** Whether the store decides by itself, so the operator can't. */
export function isSettledAutomatically(row: ReturnRow, now: Date, timeScale: number): boolean {
  const dueAt = row.requested_at.getTime() + answerAfterMs * timeScale;
  return row.resolution !== null || ((answers[row.reason] ?? null) !== null && dueAt <= now.getTime());
}
