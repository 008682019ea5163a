import { fromJsonSchema, type JsonSchemaType, type jsonSchemaValidator } from '@modelcontextprotocol/server';
import { fieldsOf, listOf } from '../../../kit/fields.ts';
import type { Json } from './call.ts';

/**
 * Problems of a value. Supports only the keywords that tool schemas use: compiling them with a general validator
 * blocked the event loop for up to 37 ms.
 */
export function findProblems(schema: Json, value: unknown, path = ''): string[] {
  if (value === undefined) return [];
  const problem = findOwnProblem(schema, value);
  if (problem !== null) return [`${path || 'The value'} ${problem}`];
  if (Array.isArray(value)) {
    const items = fieldsOf(schema.items);
    return value.flatMap((item, index) => findProblems(items, item, `${path}[${index}]`));
  }
  return typeof value === 'object' && value !== null ? findFieldProblems(schema, fieldsOf(value), path) : [];
}

function findFieldProblems(schema: Json, value: Json, path: string): string[] {
  const known = fieldsOf(schema.properties);
  const pathOf = (name: string) => (path === '' ? name : `${path}.${name}`);
  const missing = listOf(schema.required)
    .map(String)
    .filter((name) => value[name] === undefined);
  const isClosed = schema.additionalProperties === false;
  return [
    ...missing.map((name) => `${pathOf(name)} is required`),
    ...Object.entries(value).flatMap(([name, field]) => {
      if (Object.hasOwn(known, name)) return findProblems(fieldsOf(known[name]), field, pathOf(name));
      return isClosed ? [`${pathOf(name).slice(0, shownMax)} is not a known field`] : [];
    }),
  ];
}

const shownMax = 100;

function findOwnProblem(schema: Json, value: unknown): string | null {
  const { type, enum: allowed, minimum, maximum } = schema;
  if (typeof type === 'string' && !isOfType(type, value)) return `must be ${articles[type] ?? type}`;
  if (Array.isArray(allowed) && !allowed.includes(value)) return `must be one of ${allowed.join(', ')}`;
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
      return { valid: false, data: undefined, errorMessage: problems.slice(0, problemsMax).join('; ') };
    };
  },
};
const problemsMax = 10;

export type ToolSchema<T> = ReturnType<typeof fromJsonSchema<T>>;

export const createToolSchema = <T>(schema: JsonSchemaType): ToolSchema<T> => fromJsonSchema<T>(schema, validator);
