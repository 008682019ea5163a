import { secondMs } from '../../kit/clock.ts';
import { fieldsOf } from '../../kit/fields.ts';

/** The SQLSTATE of PostgreSQL, or the code of the operating system, where the error has one. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** A server that takes no writes: a standby, or a primary that has just become one. */
export const readOnlyServer = '25006';

// Connections, resources, an operator's intervention; a deadlock or conflict that outlived its retries; a transaction that idled;
// a server that has become a standby; a database that is not there.
const unavailableStates = /^(08|53|57).{3}$|^40(001|P01)$|^25006$|^25P03$|^3D000$/;
const unavailableSystemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
// The driver has no codes for its own errors.
const unavailableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool after calling end)/;

const diskFull = '53100';
const diskFullMs = 10 * secondMs;
let diskFullAtMs = Number.NEGATIVE_INFINITY;

/** A write of the last seconds found no room. The pulse does not tell: it writes where there is room already. */
export const isDiskFull = (): boolean => performance.now() - diskFullAtMs < diskFullMs;

/** The database cannot answer now; the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code === diskFull) diskFullAtMs = performance.now();
  if (code === undefined) return unavailableMessages.test(error.message);
  // A Unix socket that is not there means a server that is not there.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return unavailableSystemCodes.has(code) || unavailableStates.test(code);
}

/** The connection broke while a statement was under way: it may have been committed or not. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return code === 'ECONNRESET' || code === 'EPIPE' || code === '57P01' || code.startsWith('08');
  // The second is what a rollback on the broken connection says, in place of the first.
  return (
    error instanceof Error && /^(Connection terminated|Client has encountered a connection error)/.test(error.message)
  );
}

/** A value that its column's type cannot hold (class 22): the client's mistake. */
export function isInvalidInput(error: unknown): boolean {
  return /^22.{3}$/.test(codeOf(error) ?? '');
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== '23505') return false;
  return constraint === undefined || fieldsOf(error).constraint === constraint;
}
