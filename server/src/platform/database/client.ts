import { createHash } from 'node:crypto';
import pg from 'pg';
import { fieldsOf, listOf } from '../../kit/fields.ts';
import { readOnlyServer } from './errors.ts';

// Statements built per call (variable-length lists) must not fill the server with prepared statements.
const namedStatementsMax = 1000;
const namesByText = new Map<string, string>();

/** Marks a statement that is planned for its own values, because the best index depends on them. */
export const plannedEachTime = '/* planned each time */';

/** The name a statement is prepared under, or undefined once there are too many. */
export function statementName(text: string): string | undefined {
  if (text.trimStart().startsWith(plannedEachTime)) return undefined;
  const known = namesByText.get(text);
  if (known !== undefined || namesByText.size >= namedStatementsMax) return known;
  const name = `h${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  namesByText.set(text, name);
  return name;
}

type DriverError = { code?: string; message?: string };

/** errors.ts matches this driver message. */
const readTimeoutMessage = 'Query read timeout';

/**
 * After these errors the connection is unusable: the response to the timed-out statement is still to come, a migration
 * changed the table of a prepared statement, or the server is no longer the primary.
 */
function breaksConnection(error: DriverError): boolean {
  return (
    error.code === readOnlyServer ||
    error.message === readTimeoutMessage ||
    (error.code === '0A000' && /cached plan/.test(String(error.message)))
  );
}

type QueryCallback = (error: DriverError | null, result?: unknown) => void;
const isCallback = (value: unknown): value is QueryCallback => typeof value === 'function';
type QueryMethod = (config: unknown, values?: unknown, callback?: unknown) => unknown;

const plainQuery = pg.Client.prototype.query as unknown as QueryMethod;

/**
 * Kysely sends unnamed statements, which PostgreSQL plans every time. Naming them nearly doubles read throughput.
 * `answerMs` is the default timeout of a statement.
 */
export function namingClient(answerMs: number): typeof pg.Client {
  class NamingClient extends pg.Client {}
  NamingClient.prototype.query = function query(
    this: pg.Client,
    config: unknown,
    given?: unknown,
    last?: QueryCallback,
  ) {
    // Cursors and similar objects handle their own results.
    if (typeof fieldsOf(config).submit === 'function') return plainQuery.call(this, config, given, last);
    const [values, callback] = isCallback(given) ? [undefined, given] : [given, last];
    const name =
      typeof config === 'string' && Array.isArray(values) && values.length > 0 ? statementName(config) : undefined;
    const hasOwnTime = fieldsOf(config).query_timeout !== undefined;
    // V8 allocates a function assigned directly to a property (`query.callback = () => …`) in the old generation, where
    // only a full GC frees it. The driver's own promise and timer do that for every statement and keep its values and
    // rows alive with it. Passing the function as an argument avoids that.
    const result = new Promise<unknown>((resolve, reject) => {
      const timer = hasOwnTime ? undefined : setTimeout(() => reject(new Error(readTimeoutMessage)), answerMs);
      const answered: QueryCallback = (error, answer) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve(answer);
      };
      if (name === undefined) plainQuery.call(this, config, values, answered);
      else plainQuery.call(this, { name, text: config, values }, answered);
    }).catch((error: DriverError) => {
      // The original stack points to the socket; this one points to the caller.
      Error.captureStackTrace(error);
      // The pool does not reuse an ended client.
      if (breaksConnection(error)) void this.end().catch(() => {});
      throw error;
    });
    // The pool passes a callback.
    if (callback) return void result.then((answer) => callback(null, answer), callback);
    return result;
  } as typeof pg.Client.prototype.query;
  return NamingClient;
}

const parsersByOid = new Map<number, (text: string) => unknown>();
const builtinParser = pg.types.getTypeParser as unknown as (oid: number, format?: string) => (text: string) => unknown;
const textArray = builtinParser(1009);
const arrayOf = (parse: (text: string) => unknown) => (text: string) =>
  listOf(textArray(text)).map((item) => (item === null ? null : parse(String(item))));

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database holds an integer too large to be exact: ${text}`);
  return value;
}

parsersByOid.set(pg.types.builtins.INT8, safeInteger);
parsersByOid.set(1016, arrayOf(safeInteger));
parsersByOid.set(pg.types.builtins.DATE, (text) => text);
parsersByOid.set(1182, textArray);

/** Parses bigint as an exact number, date as "YYYY-MM-DD", timestamptz as Date, numeric as text. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) =>
    (format !== 'binary' && parsersByOid.get(oid)) || builtinParser(oid, format),
};
