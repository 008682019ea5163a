import type { TSchema } from 'typebox';

interface Shape {
  examples?: unknown[];
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  type?: string | string[];
  format?: string;
  minimum?: number;
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
}

const textByFormat: Record<string, string> = {
  uuid: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
  'date-time': '2026-08-21T10:00:00.000Z',
  date: '2026-08-21',
  email: 'jane@example.com',
  uri: 'https://shop.example.com/products/kettle',
};

/** Builds a valid value from the examples of a schema's fields. */
function exampleOf(shape: Shape): unknown {
  const [given] = shape.examples ?? [];
  if (given !== undefined) return given;
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const [first] = (shape.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (first) return exampleOf(first);
  const type = Array.isArray(shape.type) ? shape.type.find((each) => each !== 'null') : shape.type;
  switch (type) {
    case 'object':
      return Object.fromEntries(Object.entries(shape.properties ?? {}).map(([name, each]) => [name, exampleOf(each)]));
    case 'array':
      return shape.items ? [exampleOf(shape.items)] : [];
    case 'integer':
    case 'number':
      return shape.minimum ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return textByFormat[shape.format ?? ''] ?? 'text';
    default:
      return null;
  }
}

/** Adds an example built from the fields. */
export function withOwnExample<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, examples: [exampleOf(schema)] };
}
