import { minuteMs, secondMs } from '../kit/clock.ts';

/** How old the signature of a message may be. */
export const signatureMs = 5 * minuteMs;
/** How far the signer's clock may be ahead of ours. */
export const skewMs = minuteMs;

/** Why a signature does not count at this time, or null. `list` holds its parameters as they were signed. */
export function timeFault(list: string, now: Date, { needsCreated }: { needsCreated: boolean }): string | null {
  const [created, expires] = [timeIn(list, 'created'), timeIn(list, 'expires')];
  const at = now.getTime();
  if (created === null && needsCreated) return 'it does not say when it was created';
  if (created !== null && !Number.isFinite(created)) return 'its created parameter is not a time';
  if (created !== null && created > at + skewMs) return 'it was created in the future: check the clock of the signer';
  if (created !== null && created < at - signatureMs) return 'it was created too long ago: sign each request anew';
  if (expires !== null && !(expires > at)) return 'it has expired';
  return null;
}

/** When a signature of this age is refused by its age alone, whatever the clock of the process that reads it. */
export const refusedFrom = (now: Date): Date => new Date(now.getTime() + signatureMs + 2 * skewMs);

/** Milliseconds; NaN for a parameter that is no whole number of seconds. */
function timeIn(list: string, name: string): number | null {
  const parameters = list.slice(list.lastIndexOf(')') + 1).split(';');
  const found = parameters.map((each) => each.trim()).find((each) => each.startsWith(`${name}=`));
  if (found === undefined) return null;
  const digits = found.slice(name.length + 1);
  return /^\d{1,12}$/.test(digits) ? Number(digits) * secondMs : Number.NaN;
}
