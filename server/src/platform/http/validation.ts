import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { Invalid, type Problem } from '../../kit/failure.ts';
import { fieldsOf, textOf } from '../../kit/fields.ts';
import type { SpaceOf } from './address-space.ts';
import { isCheckedBody } from './checked-bodies.ts';
import { nullDropper } from './drop-nulls.ts';
import { formats } from './formats.ts';
import { type Part, problemsOf } from './problems.ts';
import { coerceQuery, type RawQuery, unreadableParameters } from './query.ts';
import { fieldDescription, isOptionalBody } from './schema.ts';

type JsonSchema = Record<string, unknown>;

type FindProblems = (body: unknown, ofSchema: readonly Problem[]) => Problem[];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Finds problems that a schema cannot express, in any body. The response lists them with those of the schema. */
    findProblems?: FindProblems;
  }
}

function createAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    removeAdditional: false,
    coerceTypes: false,
    useDefaults: true,
    strict: true,
    // Lets a route omit the type of constants and enums, and allow null in addition to a type.
    strictTypes: false,
    formats,
    // A test validates our schemas against the meta schema; compiling it takes longer than any of ours.
    meta: false,
    validateSchema: false,
  });
  for (const annotation of ['example', 'x-examples', 'x-values', 'x-cursor', fieldDescription])
    ajv.addKeyword(annotation);
  return ajv;
}

/**
 * Validates all parts of a request together, so one response lists every problem. Fastify's own validation stops at the
 * first invalid part, so its compiler is replaced by one that accepts everything.
 */
export function installValidation(app: FastifyInstance, spaceOf: SpaceOf): void {
  const ajv = createAjv();
  app.setValidatorCompiler(() => () => true);
  app.addHook('onRoute', (route) => {
    const validate = routeValidator(ajv, route, spaceOf(route.url).takesAnything);
    // Last of the preValidation hooks: a client refused earlier (no key, no payment) learns nothing about the schema.
    route.preValidation = [...[route.preValidation ?? []].flat(), validate];
  });
}

/**
 * Validates values that are not whole requests, such as a row of many, and fills in defaults. Compiled on first use.
 */
export function createProblemFinder(schema: object): (value: unknown) => Problem[] {
  let validate: ValidateFunction | null = null;
  const dropNulls = nullDropper(schema);
  return (value) => {
    const problems: Problem[] = [];
    validate ??= compile(createAjv(), fieldsOf(schema));
    dropNulls?.(value);
    run(validate, 'body', value, problems);
    return problems;
  };
}

type Check = (request: FastifyRequest, problems: Problem[]) => void;

/** Compiled with the route's first request: compiling all of them took a third of the start time. */
function routeValidator(ajv: Ajv, route: RouteOptions, takesAnything: boolean) {
  let checks: Check[] | null = null;
  return (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void => {
    const problems: Problem[] = [];
    checks ??= checksOf(ajv, route, takesAnything);
    for (const check of checks) check(request, problems);
    done(problems.length === 0 ? undefined : new Invalid(problems));
  };
}

function checksOf(ajv: Ajv, route: RouteOptions, takesAnything: boolean): Check[] {
  const schema = fieldsOf(route.schema);
  const [params, querystring, headers, body] = [schema.params, schema.querystring, schema.headers, schema.body].map(
    (part) => (part === undefined ? undefined : fieldsOf(part)),
  );
  return [
    checkParams(compile(ajv, params)),
    checkQuery(querystring, compile(ajv, querystring), takesAnything),
    ...(headers === undefined ? [] : [checkHeaders(headers, compile(ajv, headers))]),
    ...(body === undefined ? [] : [checkBody(body, compile(ajv, body), route.config?.findProblems)]),
  ];
}

function compile(ajv: Ajv, schema: JsonSchema | undefined): ValidateFunction {
  return ajv.compile(schema === undefined ? {} : fieldsOf(harden(schema)));
}

/** Rules for every schema: integers are exact, and keys of a record may contain any character. */
function harden(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(harden);
  if (typeof schema !== 'object' || schema === null) return schema;
  const hard: JsonSchema = {};
  for (const [key, value] of Object.entries(schema)) {
    hard[key] = key === 'default' || key === 'enum' || key === 'const' || key === 'examples' ? value : harden(value);
  }
  if (hard.type === 'integer') {
    if (hard.minimum === undefined && hard.exclusiveMinimum === undefined) hard.minimum = Number.MIN_SAFE_INTEGER;
    if (hard.maximum === undefined && hard.exclusiveMaximum === undefined) hard.maximum = Number.MAX_SAFE_INTEGER;
  }
  // TypeBox writes a record as the pattern `^.*$`, which a key with a line break does not match.
  const patterns = fieldsOf(hard.patternProperties);
  if (Object.keys(patterns).join() === '^.*$') {
    delete hard.patternProperties;
    hard.additionalProperties = patterns['^.*$'];
  }
  return hard;
}

/** One problem per place: the first explains the others. */
function addNew(problems: Problem[], found: Problem[]): void {
  const places = new Set(problems.map(({ loc }) => loc.join('\0')));
  problems.push(...found.filter(({ loc }) => !places.has(loc.join('\0'))));
}

function run(validate: ValidateFunction, part: Part, data: unknown, problems: Problem[]): void {
  if (!validate(data)) problems.push(...problemsOf(part, validate.errors ?? [], data));
}

function checkParams(validate: ValidateFunction): Check {
  return (request, problems) => {
    const params = fieldsOf(request.params);
    const before = problems.length;
    run(validate, 'path', params, problems);
    if (problems.length > before) return;
    for (const name in params) {
      if (textOf(params[name])?.includes('\0')) {
        problems.push({ loc: ['path', name], msg: 'String should not contain NUL characters', type: 'value_error' });
      }
    }
  };
}

/** A misspelled filter must not return everything, except in spaces that ignore undeclared parameters. */
function checkQuery(schema: JsonSchema | undefined, validate: ValidateFunction, takesAnything: boolean): Check {
  const declared = takesAnything ? { ...schema, additionalProperties: true } : schema;
  return (request, problems) => {
    const raw = request.query as RawQuery;
    problems.push(...unreadableParameters(raw));
    if (schema === undefined || declared === undefined) return;
    const coerced = coerceQuery(declared, raw);
    // A parameter that was already refused is not also "missing".
    problems.push(...coerced.problems);
    const found: Problem[] = [];
    run(validate, 'query', coerced.value, found);
    addNew(problems, found);
    request.query = coerced.value;
  };
}

/** Headers are validated but not converted. */
function checkHeaders(schema: JsonSchema, validate: ValidateFunction): Check {
  return (request, problems) => {
    const { value } = coerceQuery({ ...schema, additionalProperties: true }, request.headers);
    const found: Problem[] = [];
    run(validate, 'header', value, found);
    problems.push(...found.map((problem) => ({ ...problem, loc: problem.loc.map(headerName) })));
  };
}

/** Writes a header the way docs do: `Idempotency-Key`. The name of the part itself is unchanged. */
const headerName = (name: string | number, index: number): string | number =>
  index === 0 ? name : String(name).replaceAll(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());

function checkBody(schema: JsonSchema, validate: ValidateFunction, findProblems?: FindProblems): Check {
  const dropNulls = nullDropper(schema);
  const isOptional = isOptionalBody(schema);
  return (request, problems) => {
    if (isOptional && request.body === null) request.body = undefined;
    if (request.body === undefined) {
      if (!isOptional) problems.push({ loc: ['body'], msg: 'Field required', type: 'missing' });
      return;
    }
    if (!isCheckedBody(request)) {
      dropNulls?.(request.body);
      run(validate, 'body', request.body, problems);
    }
    if (findProblems) addNew(problems, findProblems(request.body, problems));
  };
}
