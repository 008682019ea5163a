import type { ErrorCode } from './operations.ts';

/** One problem of a request that does not have the declared shape. */
export interface Problem {
  loc: (string | number)[];
  msg: string;
  type: string;
}

type Help = Pick<ErrandError, 'retryable' | 'nextStep' | 'docs'>;

/** The service answered, and the answer is no. */
export class ErrandError extends Error {
  readonly status: number;
  /** One of the documented codes; the earlier API has more of them. */
  readonly code: ErrorCode | 'validation_failed' | (string & {});
  readonly details: Record<string, unknown>;
  /** Quote it when you ask for help. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  /** Whether the same call may succeed later, unchanged. */
  readonly retryable: boolean;
  /** What to do about it; null where the service does not say, as in the earlier API. */
  readonly nextStep: string | null;
  /** The address of the page about this error; null where there is none. */
  readonly docs: string | null;

  constructor(
    message: string,
    more: Pick<ErrandError, 'status' | 'code' | 'details' | 'requestId' | 'retryAfterSeconds'> & Partial<Help>,
  ) {
    super(message);
    this.name = 'ErrandError';
    this.status = more.status;
    this.code = more.code;
    this.details = more.details;
    this.requestId = more.requestId;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.retryable = more.retryable ?? (more.status === 429 || more.status >= 500);
    this.nextStep = more.nextStep ?? null;
    this.docs = more.docs ?? null;
  }
}

/** A 422: every problem of the request is listed. */
export class ValidationError extends ErrandError {
  readonly problems: Problem[];

  constructor(problems: Problem[], requestId: string | null, help: Partial<Help> = {}) {
    const message = problems.map((problem) => `${problem.loc.join('.')}: ${problem.msg}`).join('; ');
    super(message, {
      status: 422,
      code: 'validation_failed',
      details: { problems },
      requestId,
      retryAfterSeconds: null,
      ...help,
    });
    this.name = 'ValidationError';
    this.problems = problems;
  }
}

/** No answer came: the service cannot be reached, or hung up. */
export class ConnectionError extends Error {
  constructor(url: string, cause: unknown) {
    super(`${url} did not answer: ${reasonOf(cause)}`, { cause });
    this.name = 'ConnectionError';
  }
}

function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  if (!(inner instanceof Error)) return String(inner);
  return inner.message || ('code' in inner && inner.code ? String(inner.code) : inner.name);
}

interface HelpBody {
  retryable?: boolean;
  next_step?: string;
  docs?: string;
}

/** An older service says less: what it does not say is left to the classes. */
const helpIn = ({ retryable, next_step: nextStep, docs }: HelpBody): Partial<Help> => ({
  ...(retryable === undefined ? {} : { retryable }),
  ...(nextStep === undefined ? {} : { nextStep }),
  ...(docs === undefined ? {} : { docs }),
});

interface Body extends HelpBody {
  error?: { code: string; message: string; details: Record<string, unknown> } & HelpBody;
  detail?: Problem[];
  /** The earlier API says it without an envelope. */
  _type?: string;
  code?: string;
  message?: string;
  data?: Record<string, unknown>;
}

export async function errorOf(response: Response): Promise<ErrandError> {
  const requestId = response.headers.get('x-request-id');
  const body = (await response.json().catch(() => ({}))) as Body;
  if (response.status === 422 && body.detail) return new ValidationError(body.detail, requestId, helpIn(body));
  const { code, message, details } = body._type === 'error' ? { ...body, details: body.data } : { ...body.error };
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ErrandError(message ?? `The service answered with status ${response.status}.`, {
    status: response.status,
    code: code ?? 'internal_error',
    details: details ?? {},
    requestId,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
    ...helpIn(body.error ?? {}),
  });
}
