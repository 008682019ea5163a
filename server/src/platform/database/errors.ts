import { secondMs } from '../../kit/clock.ts';
import { fieldsOf } from '../../kit/fields.ts';

/** The SQLSTATE or the operating system's error code, if there is one. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** The server does not accept writes: a standby, or a primary that was just demoted. */
export const readOnlyServer = '25006';

// Connection errors, missing resources, operator intervention, the server's own system errors, deadlocks and conflicts
// that outlasted their retries, a lock or transaction timeout that an operator set on the server, idle transactions, a
// demoted server, a missing database.
const unavailableStates = /^(08|53|57|58).{3}$|^40(001|P01)$|^55P03$|^25006$|^25P0[34]$|^3D000$/;
const unavailableSystemCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EAGAIN', 'EMFILE', 'ENFILE', 'ENOBUFS'],
]);
// The driver's own errors have no codes.
const unavailableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool after calling end|driver has already been destroyed|Postgres connection has been discarded)/;

const diskFull = '53100';
const diskFullMs = 10 * secondMs;
let diskFullAtMs = Number.NEGATIVE_INFINITY;

/**
 * Whether a write failed for lack of space in the last few seconds. The pulse does not detect this: it writes to pages
 * that exist.
 */
export const isDiskFull = (): boolean => performance.now() - diskFullAtMs < diskFullMs;

/** The database cannot respond now; the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code === diskFull) diskFullAtMs = performance.now();
  if (code === undefined) return unavailableMessages.test(error.message);
  // A missing Unix socket means the server is not running.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return unavailableSystemCodes.has(code) || unavailableStates.test(code);
}

/** The connection broke during a statement, which may or may not have been committed. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return code === 'ECONNRESET' || code === 'EPIPE' || code === '57P01' || code.startsWith('08');
  // The second message comes from a rollback on the broken connection and replaces the first.
  return (
    error instanceof Error && /^(Connection terminated|Client has encountered a connection error)/.test(error.message)
  );
}

/** The column's type cannot hold the value (class 22): a client error. */
export function isInvalidInput(error: unknown): boolean {
  return /^22.{3}$/.test(codeOf(error) ?? '');
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== '23505') return false;
  return constraint === undefined || fieldsOf(error).constraint === constraint;
}
