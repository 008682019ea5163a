import { blocks, refusals } from '../../../connectors/contract.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import type { Json } from './call.ts';

/**
 * Text that a store wrote. A hostile store can write anything there, also instructions to the model. Output schemas
 * mark it with `x-untrusted`, and the text form of a result wraps it in a tag that it cannot close.
 */
const tag = 'store_text';

export const isUntrusted = (schema: Json): boolean => schema['x-untrusted'] === true;

export const wrapText = (text: string): string =>
  `<${tag}>${text.replaceAll(/<([\s/]*store_text)/gi, '&lt;$1')}</${tag}>`;

/** Wraps the text that the schema marks. Fields that it does not name are ours. */
export function wrapStoreText(schema: Json, value: unknown): unknown {
  if (isUntrusted(schema)) return wrapValue(value);
  if (Array.isArray(value)) {
    const items = fieldsOf(schema.items);
    return value.map((each) => wrapStoreText(items, each));
  }
  if (typeof value !== 'object' || value === null) return value;
  const [known, others] = [fieldsOf(schema.properties), fieldsOf(schema.additionalProperties)];
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      if (Object.hasOwn(known, name)) return [name, wrapStoreText(fieldsOf(known[name]), field)];
      return [isUntrusted(others) ? plainName(name) : name, wrapStoreText(others, field)];
    }),
  );
}

/** The keys of an untrusted object are store text too. */
function wrapValue(value: unknown): unknown {
  if (typeof value === 'string') return isMoment(value) ? value : wrapText(value);
  if (Array.isArray(value)) return value.map(wrapValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [plainName(name), wrapValue(field)]));
}

const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,6})?Z)?$/.test(text);
const plainName = (name: string): string => (/^\w{1,60}$/.test(name) ? name : wrapText(name));

const storeCodes: ReadonlySet<string> = new Set([...refusals, ...blocks]);

/** A refusal repeats the store's text. */
export function wrapError({ code, message, details, ...error }: Json): Json {
  // A refused quote has the store's reason in its details.
  const reason = code === 'quote_refused' ? fieldsOf(details).error_type : code;
  const isStores = typeof reason === 'string' && storeCodes.has(reason) && typeof message === 'string';
  return {
    code,
    message: isStores ? wrapText(message) : message,
    ...error,
    ...(details === undefined ? {} : { details: wrapStoreText(errorDetailsSchema, details) }),
  };
}

const untrusted = { 'x-untrusted': true };
/** An approval contains its quote. */
const errorDetailsSchema = {
  properties: { quote: { properties: { items: { items: { properties: { title: untrusted, variant: untrusted } } } } } },
};
