/** The time, passed in, so the same code runs in simulations. */
export interface Clock {
  now(): Date;
  /** Resolves after `ms`, or rejects when the signal aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

export function plusMs(date: Date, ms: number): Date {
  return new Date(date.getTime() + ms);
}

export const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The UTC date: "2026-08-21". */
export function utcDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Whether a text is a date of the calendar: "2026-08-21". */
export function isDay(text: string | null): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && utcDay(at) === text;
}

const moments = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** A calendar date for people: "Nov 17, 2026". */
export const formatDay = (day: string): string => days.format(new Date(day));

/** A time for people: "Nov 17, 2026, 7:15 PM UTC". */
export const formatMoment = (at: Date): string => `${moments.format(at)} UTC`;

export function nextUtcMidnight(date: Date): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1));
}

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
