/**
 * The epoch of an order on a database that came back older. Counting on from the copy would give an epoch that a worker of
 * the lost database may still hold, so it jumps to the time, in seconds: orders are claimed far less often than that.
 */
export const freshEpoch = `greatest(epoch + 1, extract(epoch from now() - timestamptz '2026-01-01 00:00+00')::int)`;
