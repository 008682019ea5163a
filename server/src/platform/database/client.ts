import { createHash } from 'node:crypto';
import pg from 'pg';
import { fieldsOf, listOf } from '../../kit/fields.ts';
import { readOnlyServer } from './errors.ts';

// Texts that are built per call (lists of changing length) must not fill the server with statements.
const namedStatementsMax = 1000;
const namesByText = new Map<string, string>();

/** A statement that begins with this is planned for its own values: which index is good depends on what is looked for. */
export const plannedEachTime = '/* planned each time */';

/** The name under which a statement's text is prepared, or undefined once there are too many of them. */
export function statementName(text: string): string | undefined {
  if (text.trimStart().startsWith(plannedEachTime)) return undefined;
  const known = namesByText.get(text);
  if (known !== undefined || namesByText.size >= namedStatementsMax) return known;
  const name = `h${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  namesByText.set(text, name);
  return name;
}

type DriverError = { code?: string; message?: string };

/** The driver's words, which errors.ts knows. */
const readTimeoutMessage = 'Query read timeout';

/**
 * After these a connection is of no use any more: its answer to the timed-out statement is still to come, its prepared statement
 * was planned for a table that a migration has changed since, or it leads to a server that is not the primary any more.
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
 * Kysely sends every statement unnamed, which PostgreSQL plans anew each time; naming them nearly doubles reads. A statement that says
 * nothing else is waited for as long as is said here.
 */
export function namingClient(answerMs: number): typeof pg.Client {
  class NamingClient extends pg.Client {}
  NamingClient.prototype.query = function query(
    this: pg.Client,
    config: unknown,
    given?: unknown,
    last?: QueryCallback,
  ) {
    // Something of its own kind, such as a cursor, answers for itself.
    if (typeof fieldsOf(config).submit === 'function') return plainQuery.call(this, config, given, last);
    const [values, callback] = isCallback(given) ? [undefined, given] : [given, last];
    const name =
      typeof config === 'string' && Array.isArray(values) && values.length > 0 ? statementName(config) : undefined;
    const hasOwnTime = fieldsOf(config).query_timeout !== undefined;
    // V8 allocates a function that is written straight into a property (`query.callback = () => …`) among the old objects, where only a full
    // collection of garbage finds it. The driver's own promise and timer do that for every statement, which then outlives all quick
    // collections with its values and rows, and everybody waits while those are copied. Handed over as an argument it is not.
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
      // The stack leads to the socket; this one leads to who asked.
      Error.captureStackTrace(error);
      // An ended client is not taken back by its pool.
      if (breaksConnection(error)) void this.end().catch(() => {});
      throw error;
    });
    // The pool asks this way.
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

/** bigint as an exact number, date as "YYYY-MM-DD", timestamptz as Date, numeric as text. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) =>
    (format !== 'binary' && parsersByOid.get(oid)) || builtinParser(oid, format),
};
