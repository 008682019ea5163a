import { fieldsOf } from '../../kit/fields.ts';

interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
}

type Drop = (value: unknown) => void;

/**
 * Removes null fields whose schema does not allow null: some clients send null for unset fields. Null if the schema has
 * no such fields.
 */
export function nullDropper(schema: JsonSchema): Drop | null {
  const drops = [ofProperties(schema), ofItems(schema), ...(schema.anyOf ?? []).map(nullDropper)].filter(
    (drop) => drop !== null,
  );
  if (drops.length <= 1) return drops[0] ?? null;
  return (value) => {
    for (const drop of drops) drop(value);
  };
}

function ofProperties({ properties }: JsonSchema): Drop | null {
  if (properties === undefined) return null;
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    isDropped: !admitsNull(schema),
    inside: nullDropper(schema),
  }));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const record = fieldsOf(value);
    for (const { name, isDropped, inside } of fields) {
      if (!Object.hasOwn(record, name)) continue;
      if (record[name] === null && isDropped) delete record[name];
      else inside?.(record[name]);
    }
  };
}

function ofItems({ items }: JsonSchema): Drop | null {
  const inside = items && nullDropper(items);
  if (!inside) return null;
  return (value) => {
    if (Array.isArray(value)) for (const entry of value) inside(entry);
  };
}

function admitsNull(schema: JsonSchema): boolean {
  if (schema.anyOf) return schema.anyOf.some(admitsNull);
  if (schema.enum) return schema.enum.includes(null);
  if ('const' in schema) return schema.const === null;
  // A schema without a type accepts anything, including null.
  return schema.type === undefined || [schema.type].flat().includes('null');
}
