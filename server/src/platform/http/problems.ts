import type { ErrorObject } from 'ajv';
import { assertDefined } from '../../kit/assert-defined.ts';
import type { Problem } from '../../kit/failure.ts';
import { fieldsOf } from '../../kit/fields.ts';

export type Part = 'body' | 'query' | 'path' | 'header';

// A body with a million errors must not get a million problems back.
const problemsMax = 1000;

/** Converts Ajv's errors to the API's format and order: one problem per place. */
export function problemsOf(part: Part, errors: readonly ErrorObject[], data: unknown): Problem[] {
  const problemsByPlace = new Map<string, { problem: Problem; isType: boolean }>();
  for (const error of withoutBranches(errors)) {
    const loc = [part, ...locationOf(error, data)];
    const place = loc.join('\0');
    const known = problemsByPlace.get(place);
    const isType = error.keyword === 'type';
    // A type error explains all other errors at the same place.
    if (known !== undefined && (known.isType || !isType)) continue;
    if (known === undefined && problemsByPlace.size >= problemsMax) break;
    problemsByPlace.set(place, { problem: { loc, ...problemText(part, error) }, isType });
  }
  return [...problemsByPlace.values()].map((entry) => entry.problem);
}

/** Array indexes become integers. A numeric property name of an object stays a string. */
function locationOf(error: ErrorObject, data: unknown): (string | number)[] {
  const location: (string | number)[] = [];
  let parent = data;
  for (const token of error.instancePath.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const step = Array.isArray(parent) ? Number(name) : name;
    location.push(step);
    parent = fieldsOf(parent)[step];
  }
  if (error.keyword === 'required') location.push(String(error.params.missingProperty));
  if (error.keyword === 'additionalProperties') location.push(String(error.params.additionalProperty));
  return location;
}

/**
 * Ajv reports a failed union as the errors of each branch, followed by one for the union. Keeps the useful ones: the
 * only branch that is not null, one `enum` for a choice of constants, or the branch that fits best.
 */
function withoutBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
      kept.push(error);
      continue;
    }
    const branchErrorsByIndex = new Map<string, ErrorObject[]>();
    const inside = `${error.schemaPath}/`;
    while (
      kept.length > 0 &&
      assertDefined(kept.at(-1)).schemaPath.startsWith(inside) &&
      isWithin(assertDefined(kept.at(-1)), error)
    ) {
      const child = assertDefined(kept.pop());
      const index = assertDefined(child.schemaPath.slice(inside.length).split('/', 1)[0]);
      branchErrorsByIndex.set(index, [child, ...(branchErrorsByIndex.get(index) ?? [])]);
    }
    kept.push(...explainUnion(error, [...branchErrorsByIndex.values()]));
  }
  return kept;
}

function isWithin(child: ErrorObject, union: ErrorObject): boolean {
  return child.instancePath === union.instancePath || child.instancePath.startsWith(`${union.instancePath}/`);
}

function explainUnion(union: ErrorObject, branches: ErrorObject[][]): ErrorObject[] {
  const useful = branches.filter(
    (branch) => !branch.some((error) => isAtUnion(error, union) && error.params.type === 'null'),
  );
  if (useful.length === 0) return [union];
  if (useful.length === 1) return assertDefined(useful[0]);
  const constants = useful.map((branch) =>
    branch.find((error) => error.keyword === 'const' && isAtUnion(error, union)),
  );
  if (constants.every((error) => error !== undefined)) {
    const allowedValues = constants.map((error) => error.params.allowedValue).reverse();
    return [{ ...union, keyword: 'enum', params: { allowedValues } }];
  }
  const fitting = useful.filter(
    (branch) => !branch.some((error) => error.keyword === 'type' && isAtUnion(error, union)),
  );
  return fitting.length === 1 ? assertDefined(fitting[0]) : [union];
}

function isAtUnion(error: ErrorObject, union: ErrorObject): boolean {
  return error.instancePath === union.instancePath;
}

type ProblemText = Pick<Problem, 'msg' | 'type'>;

/** Ajv's error parameters; each keyword sets its own. */
interface Params {
  limit: number;
  pattern: string;
  multipleOf: number;
  allowedValues: unknown[];
  allowedValue: unknown;
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const textsByKeyword: Record<string, (params: Params) => ProblemText> = {
  required: () => ({ msg: 'Field required', type: 'missing' }),
  additionalProperties: () => ({ msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }),
  minLength: ({ limit }) => ({
    msg: `String should have at least ${plural(limit, 'character')}`,
    type: 'string_too_short',
  }),
  maxLength: ({ limit }) => ({
    msg: `String should have at most ${plural(limit, 'character')}`,
    type: 'string_too_long',
  }),
  pattern: ({ pattern }) => ({ msg: `String should match pattern '${pattern}'`, type: 'string_pattern_mismatch' }),
  minimum: ({ limit }) => ({ msg: `Input should be greater than or equal to ${limit}`, type: 'greater_than_equal' }),
  exclusiveMinimum: ({ limit }) => ({ msg: `Input should be greater than ${limit}`, type: 'greater_than_equal' }),
  maximum: ({ limit }) => ({ msg: `Input should be less than or equal to ${limit}`, type: 'less_than_equal' }),
  exclusiveMaximum: ({ limit }) => ({ msg: `Input should be less than ${limit}`, type: 'less_than_equal' }),
  minItems: ({ limit }) => ({ msg: `List should have at least ${plural(limit, 'item')}`, type: 'too_short' }),
  maxItems: ({ limit }) => ({ msg: `List should have at most ${plural(limit, 'item')}`, type: 'too_long' }),
  minProperties: ({ limit }) => ({ msg: `Object should have at least ${plural(limit, 'field')}`, type: 'too_short' }),
  maxProperties: ({ limit }) => ({ msg: `Object should have at most ${plural(limit, 'field')}`, type: 'too_long' }),
  enum: ({ allowedValues }) => ({ msg: `Input should be ${orList(allowedValues)}`, type: 'enum' }),
  const: ({ allowedValue }) => ({ msg: `Input should be ${orList([allowedValue])}`, type: 'enum' }),
  uniqueItems: () => ({ msg: 'List should not repeat an item', type: 'value_error' }),
  multipleOf: ({ multipleOf }) => ({ msg: `Input should be a multiple of ${multipleOf}`, type: 'value_error' }),
};

function problemText(part: Part, error: ErrorObject): ProblemText {
  if (error.keyword === 'type') return typeProblemText(part, [error.params.type].flat().map(String));
  if (error.keyword === 'format') return formatProblemText(String(error.params.format));
  const words = textsByKeyword[error.keyword];
  if (words === undefined) return { msg: 'Input does not match the schema', type: 'value_error' };
  return words(error.params as Params);
}

function typeProblemText(part: Part, declared: string[]): ProblemText {
  const type = declared.length === 1 ? declared[0] : declared.find((name) => name !== 'null');
  const isText = part !== 'body';
  switch (type) {
    case 'string':
      return { msg: 'Input should be a valid string', type: 'string_type' };
    case 'integer':
      return isText
        ? { msg: 'Input should be a valid integer, unable to parse string as an integer', type: 'int_parsing' }
        : { msg: 'Input should be a valid integer', type: 'int_type' };
    case 'number':
      return { msg: 'Input should be a valid number', type: 'value_error' };
    case 'boolean':
      return { msg: 'Input should be a valid boolean', type: 'bool_parsing' };
    case 'array':
      return { msg: 'Input should be a valid list', type: 'list_type' };
    case 'object':
      return { msg: 'Input should be a valid object', type: 'dict_type' };
    default:
      return { msg: `Input should be ${String(type ?? 'null')}`, type: 'value_error' };
  }
}

function formatProblemText(format: string): ProblemText {
  switch (format) {
    case 'uuid':
    case 'order-id':
      return { msg: 'Input should be a valid UUID', type: 'uuid_parsing' };
    case 'date-time':
      return { msg: 'Input should be a valid datetime with a time zone', type: 'datetime_parsing' };
    case 'date':
      return { msg: 'Input should be a valid date, such as 2026-08-21', type: 'value_error' };
    case 'uri':
      return { msg: 'Input should be a valid http or https URL', type: 'value_error' };
    case 'email':
      return { msg: 'Input should be a valid email address', type: 'value_error' };
    default:
      return { msg: `Input should be a valid ${format}`, type: 'value_error' };
  }
}

function orList(values: readonly unknown[]): string {
  const quoted = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  return quoted.length === 1 ? assertDefined(quoted[0]) : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}
