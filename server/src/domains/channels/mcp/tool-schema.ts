import { fromJsonSchema, type JsonSchemaType, type jsonSchemaValidator } from '@modelcontextprotocol/server';
import { fieldsOf, listOf } from '../../../kit/fields.ts';
import type { Json } from './call.ts';

/** Arguments without a limit in their schema; the operation that gets them has its own. */
const lengthMax = 4000;
const itemsMax = 1000;
const problemsMax = 10;

/**
 * The first problems of a value. Supports only the keywords that tool schemas use: compiling them with a general
 * validator blocked the event loop for up to 37 ms. Anyone can send arguments, so the work is limited.
 */
export function findProblems(schema: Json, value: unknown): string[] {
  const problems: string[] = [];
  addProblems(problems, schema, value, '');
  return problems;
}

function addProblems(problems: string[], schema: Json, value: unknown, path: string): void {
  if (value === undefined || problems.length >= problemsMax) return;
  const problem = findOwnProblem(schema, value);
  if (problem !== null) {
    problems.push(`${path || 'The value'} ${problem}`);
  } else if (Array.isArray(value)) {
    const items = fieldsOf(schema.items);
    for (const [index, item] of value.entries()) addProblems(problems, items, item, `${path}[${index}]`);
  } else if (typeof value === 'object' && value !== null) addFieldProblems(problems, schema, fieldsOf(value), path);
}

function addFieldProblems(problems: string[], schema: Json, value: Json, path: string): void {
  const known = fieldsOf(schema.properties);
  const pathOf = (name: string) => (path === '' ? name : `${path}.${name}`);
  const missing = listOf(schema.required)
    .map(String)
    .filter((name) => value[name] === undefined);
  problems.push(...missing.map((name) => `${pathOf(name)} is required`));
  const isClosed = schema.additionalProperties === false;
  for (const name in value) {
    if (problems.length >= problemsMax) return;
    if (Object.hasOwn(known, name)) addProblems(problems, fieldsOf(known[name]), value[name], pathOf(name));
    else if (isClosed) problems.push(`${pathOf(name).slice(0, shownMax)} is not a known field`);
  }
}

const shownMax = 100;

function findOwnProblem(schema: Json, value: unknown): string | null {
  const { type, enum: allowed } = schema;
  if (typeof type === 'string' && !isOfType(type, value)) return `must be ${articles[type] ?? type}`;
  if (Array.isArray(allowed) && !allowed.includes(value)) return `must be one of ${allowed.join(', ')}`;
  return findSizeProblem(schema, value);
}

function findSizeProblem({ minimum, maximum, maxLength = lengthMax }: Json, value: unknown): string | null {
  if (typeof value === 'string') {
    return value.length > Number(maxLength) ? `must have at most ${maxLength} characters` : null;
  }
  if (Array.isArray(value)) return value.length > itemsMax ? `must have at most ${itemsMax} entries` : null;
  if (typeof value !== 'number') return null;
  if (typeof minimum === 'number' && value < minimum) return `must be at least ${minimum}`;
  return typeof maximum === 'number' && value > maximum ? `must be at most ${maximum}` : null;
}

const articles: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function isOfType(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;
}

const validator: jsonSchemaValidator = {
  getValidator<T>(schema: JsonSchemaType) {
    return (value: unknown) => {
      const problems = findProblems(schema as Json, value);
      if (problems.length === 0) return { valid: true, data: value as T, errorMessage: undefined };
      return { valid: false, data: undefined, errorMessage: problems.join('; ') };
    };
  },
};

export type ToolSchema<T> = ReturnType<typeof fromJsonSchema<T>>;

export const createToolSchema = <T>(schema: JsonSchemaType): ToolSchema<T> => fromJsonSchema<T>(schema, validator);
