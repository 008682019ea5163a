// JSON schemas of the API documents as TypeScript types.

export interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  /** The component that a free-form object is one of. */
  'x-model'?: string;
  /** The field of the last entry that is sent as this parameter. */
  'x-cursor'?: string;
  /** The texts of an enum's values. */
  'x-values'?: Record<string, Record<string, string>>;
}

/** The client has classes of its own with these names. */
const taken = new Set(['Error', 'ValidationError']);
export const typeNameOf = (name: string): string => (taken.has(name) ? `${name}Body` : name);

const isName = /^[A-Za-z_$][\w$]*$/;
const nameOf = (name: string): string => (isName.test(name) ? name : JSON.stringify(name));

export const indent = (text: string): string => text.replaceAll(/\n(?!\n)/g, '\n  ');
export const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** A JSDoc comment; one line if there is one. */
export function comment(...lines: string[]): string {
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/'));
  return safe.length === 1
    ? `/** ${safe[0]} */\n`
    : `/**\n${safe.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

/** A JSON schema as the text of a TypeScript type. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return referenceType(schema.$ref);
  if (schema['x-model']) return typeNameOf(schema['x-model']);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
  switch (schema.type) {
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array': {
      const item = typeOf(schema.items ?? {});
      return (schema.items?.anyOf?.length ?? 0) > 1 || (item.includes(' | ') && !item.startsWith('{'))
        ? `(${item})[]`
        : `${item}[]`;
    }
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

/** `Error['error']` for #/components/schemas/Error/properties/error. */
function referenceType(reference: string): string {
  const [name = '', ...inside] = reference.replace('#/components/schemas/', '').split('/');
  const fields = inside.filter((part) => part !== 'properties').map((part) => `['${part}']`);
  return [typeNameOf(name), ...fields].join('');
}

function objectType(schema: Schema): string {
  if (!schema.properties || Object.keys(schema.properties).length === 0) {
    const rest = schema.additionalProperties;
    return `Record<string, ${typeof rest === 'object' ? typeOf(rest) : 'unknown'}>`;
  }
  return record(
    Object.entries(schema.properties).map(([name, property]) => ({
      name,
      type: typeOf(property),
      isOptional: !schema.required?.includes(name),
      description: property.description,
    })),
  );
}

export interface Field {
  name: string;
  type: string;
  isOptional: boolean;
  description?: string | undefined;
}

export function record(fields: Field[]): string {
  const lines = fields.map(({ name, type, isOptional, description }) => {
    if (!description) throw new Error(`The field ${name} has no description.`);
    return `${comment(description)}${nameOf(name)}${isOptional ? '?' : ''}: ${type};`;
  });
  return `{\n  ${indent(lines.join('\n'))}\n}`;
}
