import type { Problem } from '../../kit/failure.ts';

export type RawQuery = Record<string, string | string[]>;

// Holds what the parser could not read. A symbol cannot collide with a parameter.
const unreadable = Symbol('unreadable parameters');

interface ParsedQuery extends RawQuery {
  [unreadable]?: Problem[];
}

/** Never throws: Fastify calls it before any error handler is in place, so problems are returned with the result. */
export function parseQuery(text: string): RawQuery {
  const query: ParsedQuery = Object.create(null);
  if (text === '') return query;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = equals === -1 ? pair : pair.slice(0, equals);
    const name = decode(rawName);
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    if (name === null || value === null) {
      query[unreadable] ??= [];
      query[unreadable].push(unreadableProblem(name));
    } else {
      add(query, name, value);
    }
  }
  return query;
}

function add(query: RawQuery, name: string, value: string): void {
  const before = query[name];
  if (before === undefined) query[name] = value;
  else if (typeof before === 'string') query[name] = [before, value];
  else before.push(value);
}

function unreadableProblem(name: string | null): Problem {
  return {
    loc: name === null ? ['query'] : ['query', name],
    msg: 'Input should be percent-encoded UTF-8 without NUL characters',
    type: 'value_error',
  };
}

function decode(text: string): string | null {
  let decoded = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (decoded.includes('%')) {
    try {
      decoded = decodeURIComponent(decoded);
    } catch {
      return null;
    }
  }
  return decoded.includes('\0') ? null : decoded;
}

export function unreadableParameters(query: RawQuery): Problem[] {
  const parsed: ParsedQuery = query;
  return parsed[unreadable] ?? [];
}

/** The parts of a JSON schema that coercion needs. */
interface ParameterSchema {
  type?: string | string[];
  items?: ParameterSchema;
  anyOf?: ParameterSchema[];
  properties?: Record<string, ParameterSchema>;
  additionalProperties?: unknown;
}

/**
 * Converts query strings to the types of the schema. A value that cannot be converted stays a string, so the validator
 * reports it. An undeclared parameter is a problem, unless the schema is open: shared links pick up foreign parameters,
 * which must not break them.
 */
export function coerceQuery(
  schema: ParameterSchema,
  raw: Record<string, string | string[] | undefined>,
): { value: Record<string, unknown>; problems: Problem[] } {
  const value: Record<string, unknown> = {};
  const problems: Problem[] = [];
  const properties = schema.properties ?? {};
  for (const name of Object.keys(raw)) {
    const given = raw[name];
    if (given === undefined) continue;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) {
      if (schema.additionalProperties !== true) problems.push(extraForbidden(name));
    } else if (typesOf(property).includes('array')) {
      const items = property.items ?? {};
      value[name] = (typeof given === 'string' ? [given] : given).map((entry) => coerce(items, entry));
    } else if (typeof given === 'string') {
      value[name] = coerce(property, given);
    } else {
      problems.push({ loc: ['query', name], msg: 'Parameter should be given only once', type: 'value_error' });
    }
  }
  return { value, problems };
}

function extraForbidden(name: string): Problem {
  return { loc: ['query', name], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' };
}

function typesOf(schema: ParameterSchema): string[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(typesOf);
  return typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
}

const booleans: Record<string, boolean> = { true: true, false: false, 1: true, 0: false };

function coerce(schema: ParameterSchema, text: string): unknown {
  const types = typesOf(schema);
  if (types.includes('integer') && /^[+-]?\d{1,400}$/.test(text)) return Number(text);
  if (types.includes('number') && /^[+-]?\d{1,400}(?:\.\d{1,400})?$/.test(text)) return Number(text);
  if (types.includes('boolean')) return booleans[text.toLowerCase()] ?? text;
  return text;
}
