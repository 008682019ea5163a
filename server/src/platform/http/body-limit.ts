import type { FastifyInstance } from 'fastify';

/** Enough for any small body, whatever its escapes and indentation. */
const bytesMin = 64 * 1024;
/** A character as an escape, `\u0041`. */
const bytesOfCharacter = 6;

interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  maxLength?: number;
  format?: string;
  items?: JsonSchema;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: unknown;
  anyOf?: JsonSchema[];
}

const largestOf = (schemas: readonly JsonSchema[]): number => Math.max(0, ...schemas.map(bytesMax));

/** Roughly how many bytes a valid value can have; Infinity if the schema sets no bound. */
function bytesMax(schema: JsonSchema): number {
  const { properties, items, anyOf } = schema;
  if (anyOf) return largestOf(anyOf);
  if (schema.const !== undefined || schema.enum) return JSON.stringify(schema.enum ?? schema.const).length;
  if (schema.type === 'string') return stringBytes(schema);
  if (schema.type === 'array') return (schema.maxItems ?? Number.POSITIVE_INFINITY) * (bytesMax(items ?? {}) + 1);
  if (schema.type === 'integer' || schema.type === 'number') return 32;
  if (schema.type === 'boolean' || schema.type === 'null') return 8;
  if (!properties || schema.additionalProperties !== false) return Number.POSITIVE_INFINITY;
  return Object.entries(properties).reduce((sum, [name, one]) => sum + name.length + 8 + bytesMax(one), 2);
}

/** Formats other than URLs describe short texts. */
const stringBytes = ({ maxLength, format }: JsonSchema): number =>
  bytesOfCharacter * (maxLength ?? (format === undefined || format === 'uri' ? Number.POSITIVE_INFINITY : 300));

/** The most that a route has to read, if its schema limits it. */
export function bodyLimitOf(schema: unknown, most: number): number {
  if (typeof schema !== 'object' || schema === null) return most;
  return Math.min(most, Math.max(bytesMin, 2 * bytesMax(schema)));
}

/** Limits each route to the largest body its schema allows, unless the route sets its own limit. */
export function limitBodies(app: FastifyInstance, most: number): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.takesForm) route.bodyLimit ??= bytesMin;
    else if (route.schema?.body !== undefined) route.bodyLimit ??= bodyLimitOf(route.schema.body, most);
  });
}
