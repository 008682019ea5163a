import type { BareItem } from 'structured-headers';
import { minuteMs, secondMs } from '../kit/clock.ts';

/** How old a signature may be. */
export const signatureMs = 5 * minuteMs;
/** How far the signer's clock may be ahead of ours. */
export const skewMs = minuteMs;

/**
 * Why a signature is invalid at this time, or null. A request must be fresh, because it can be captured and replayed.
 * The age of a response proves nothing: a store repeats its first response to an idempotency key, possibly hours later.
 */
export function timeFault(
  parameters: ReadonlyMap<string, BareItem>,
  now: Date,
  { needsCreated }: { needsCreated: boolean },
): string | null {
  const [created, expires] = [timeIn(parameters.get('created')), timeIn(parameters.get('expires'))];
  const at = now.getTime();
  if (created === null && needsCreated) return 'it does not say when it was created';
  if (created !== null && !Number.isFinite(created)) return 'its created parameter is not a time';
  if (needsCreated && created !== null) {
    if (created > at + skewMs) return "it was created in the future: check the signer's clock";
    if (created < at - signatureMs) return 'it was created too long ago. Sign each request again';
  }
  if (expires !== null && !(expires > at)) return 'it has expired';
  return null;
}

/** From when on a signature of this age is too old on any process's clock. */
export const refusedFrom = (now: Date): Date => new Date(now.getTime() + signatureMs + 2 * skewMs);

/** Milliseconds; NaN for a parameter that is not a whole number of seconds. */
function timeIn(seconds: BareItem | undefined): number | null {
  if (seconds === undefined) return null;
  return typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 0 ? seconds * secondMs : Number.NaN;
}
