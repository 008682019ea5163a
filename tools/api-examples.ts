// Finds examples in an API document that do not match their schema.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fieldsOf, listOf } from '../server/src/kit/fields.ts';
import { formats } from '../server/src/platform/http/formats.ts';

type Json = Record<string, unknown>;

const values = new Set(['example', 'examples', 'default', 'enum', 'const', 'x-values']);

/** An example has no field that its schema does not declare. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(
    Object.entries(part).map(([key, each]) => [key, values.has(key) ? each : closed(each)]),
  );
  return copy.type === 'object' && 'properties' in copy ? { additionalProperties: false, ...copy } : copy;
}

export function* exampleProblemsIn(document: Json): Generator<string> {
  // Compiling takes most of the time, so nothing is inlined or optimized.
  const code = { inlineRefs: false, validateSchema: false, code: { optimize: false } } as const;
  const ajv = new Ajv2020({ strict: false, formats, ...code });
  ajv.addSchema({ $id: 'document', components: fieldsOf(closed(document.components)) });
  const known = new Map<string, ValidateFunction>();
  const validatorOf = (schema: unknown): ValidateFunction => {
    const text = JSON.stringify(closed(schema)).replaceAll('"#/components/', '"document#/components/');
    const validate = known.get(text) ?? ajv.compile(fieldsOf(JSON.parse(text)));
    known.set(text, validate);
    return validate;
  };
  const shared = fieldsOf(fieldsOf(document.components).examples);
  const exampleValue = (example: unknown): unknown => {
    const { $ref: reference, value } = fieldsOf(example);
    return typeof reference === 'string' ? fieldsOf(shared[reference.split('/').at(-1) ?? '']).value : value;
  };

  function* refused(schema: unknown, examples: unknown[], place: string): Generator<string> {
    if (examples.length === 0) return;
    const validate = validatorOf(schema);
    for (const example of examples)
      if (!validate(example))
        yield `${place}: the example ${JSON.stringify(example).slice(0, 200)} is refused: ${ajv.errorsText(validate.errors)}`;
  }

  function* walk(part: unknown, place: string): Generator<string> {
    if (typeof part !== 'object' || part === null) return;
    const { schema, example, examples } = fieldsOf(part);
    if (schema !== undefined) {
      const named = Array.isArray(examples) ? [] : Object.values(fieldsOf(examples)).map(exampleValue);
      yield* refused(schema, [...(example === undefined ? [] : [example]), ...named], place);
    } else yield* refused(part, listOf(examples), place);
    for (const [key, each] of Object.entries(part)) if (!values.has(key)) yield* walk(each, `${place}/${key}`);
  }
  yield* walk(document.paths, '');
  yield* walk(fieldsOf(document.components).schemas, 'schemas');
  yield* walk(fieldsOf(document.components).responses, 'responses');
}
