import { type TUnsafe, Type } from 'typebox';
import { Failure, Invalid, type Problem } from '../kit/failure.ts';
import { renderCurrent } from './current.ts';
import { type ErrorCode, type ErrorStatus, errorCatalog, isErrorCode, statusTexts } from './error-catalog.ts';
import { errorDetails } from './error-reasons.ts';

/** Machine-readable help in every error. */
interface Help {
  retryable: boolean;
  next_step: string;
  docs: string;
}

interface ErrorBody {
  error: { code: string; message: string; details: Record<string, unknown> } & Help;
}

interface ValidationErrorBody extends Help {
  detail: Problem[];
}

const helpProperties = {
  retryable: { type: 'boolean', description: 'Whether the same request can succeed later.' },
  next_step: { type: 'string', description: 'What to do, in one sentence.' },
  docs: { type: 'string', format: 'uri', description: 'Docs page for this error. Add `.md` for Markdown.' },
};

const errorSchema = {
  type: 'object',
  description: 'An error: what happened, whether a retry helps, and what to do.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      description: 'What went wrong.',
      required: ['code', 'message', 'details', 'retryable', 'next_step', 'docs'],
      properties: {
        code: { type: 'string', enum: Object.keys(errorCatalog), description: 'Machine-readable error code.' },
        message: { type: 'string', description: 'What went wrong, in plain language.' },
        details: {
          type: 'object',
          additionalProperties: true,
          description: 'More about this error. The fields depend on the code.',
        },
        ...helpProperties,
      },
    },
  },
};

const validationErrorSchema = {
  type: 'object',
  description: 'Every problem with the request.',
  required: ['detail', 'retryable', 'next_step', 'docs'],
  properties: {
    detail: {
      type: 'array',
      description: 'One entry for each problem.',
      items: {
        type: 'object',
        required: ['loc', 'msg', 'type'],
        properties: {
          loc: {
            type: 'array',
            items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
            description: 'Path to the field, starting with `body`, `query`, `path` or `header`.',
          },
          msg: { type: 'string', description: 'What is wrong, in plain language.' },
          type: { type: 'string', description: 'Machine-readable type of the problem, such as `missing`.' },
        },
      },
    },
    ...helpProperties,
  },
};

export const errorSchemas = { Error: errorSchema, ValidationError: validationErrorSchema };

/** The service's default URL. */
const exampleUrl = 'http://127.0.0.1:8080';

/** An example of the error. */
export function exampleFailure(code: ErrorCode): Failure {
  const [status, message] = errorCatalog[code];
  return new Failure(code, status, message, { details: errorDetails[code] ?? {} });
}

/** One example per code, referenced by every operation that can return it. */
export const errorExamples = Object.fromEntries(
  Object.keys(errorCatalog)
    .filter(isErrorCode)
    .map((code) => [code, { value: renderCurrent(exampleFailure(code), exampleUrl).body as ErrorBody }]),
);

/** Response schemas by status for a route's failures, always including `internal_error`. */
export function errorResponses(...codes: ErrorCode[]): Record<ErrorStatus, TUnsafe<ErrorBody>> {
  const responses: Record<number, unknown> = {};
  const listed = [...new Set<ErrorCode>([...codes, 'internal_error'])];
  for (const status of new Set(listed.map((code) => errorCatalog[code][0]))) {
    const examples = listed
      .filter((code) => errorCatalog[code][0] === status)
      .map((code) => [code, { $ref: `#/components/examples/${code}` }]);
    responses[status] = {
      description: statusTexts[status],
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples: Object.fromEntries(examples) },
      },
    };
  }
  return responses as Record<ErrorStatus, TUnsafe<ErrorBody>>;
}

export const exampleProblem = { loc: ['body', 'email'], msg: 'Input should be a valid string', type: 'string_type' };

export const validationError = Type.Unsafe<ValidationErrorBody>({
  description: 'The path, query or body is not valid. All problems are listed.',
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/ValidationError' },
      example: renderCurrent(new Invalid([exampleProblem]), exampleUrl).body,
    },
  },
});
