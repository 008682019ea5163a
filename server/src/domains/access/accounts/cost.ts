import type { FastifyRequest } from 'fastify';
import { fieldsOf, textOf } from '../../../kit/fields.ts';
import type { Rate } from '../../../platform/limiter.ts';

/** A body of this size counts as one more request. */
const bytesPerCost = 256 * 1024;
/** A page of this many entries counts as one more request. Longer pages than the maximum are refused. */
const entriesPerCost = 100;
const pageMax = 1000;
/** Only routes that declare it accept large bodies. Without a length, the maximum is assumed. */
const ordinaryBodyBytes = 1024 * 1024;

/** How many requests this one counts as, by the size of its body and page, up to a caller's burst. */
export function requestCostOf({ headers, routeOptions, query }: FastifyRequest, rate: Rate): number {
  const { bodyLimit = 0 } = routeOptions;
  const told = Number(headers['content-length'] ?? 0);
  const untold = headers['transfer-encoding'] !== undefined && bodyLimit > ordinaryBodyBytes ? bodyLimit : 0;
  const ofBody = Math.floor(Math.max(Math.min(told, bodyLimit), untold) / bytesPerCost);
  const entries = Number(textOf(fieldsOf(query).limit) ?? 0) || 0;
  const ofPage = Math.floor(Math.max(0, Math.min(entries, pageMax)) / entriesPerCost);
  return Math.max(1, Math.min(1 + ofBody + ofPage, rate.burst));
}
