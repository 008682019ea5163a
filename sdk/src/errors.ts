import type { ErrorCode, Order } from '../generated/operations.ts';

/** One problem with an invalid request. */
export interface Problem {
  /** Where it is, such as `['body', 'products', 0, 'url']`. */
  loc: (string | number)[];
  /** What is wrong, in plain language. */
  msg: string;
  /** Machine-readable type of the problem, such as `missing`. */
  type: string;
}

/** Codes that the client sets itself. All others come from the service. */
export type ClientErrorCode =
  | 'connection_failed'
  | 'timeout'
  | 'invalid_webhook'
  | 'order_ended'
  | 'wait_timeout'
  | 'invalid_argument';

interface Facts {
  code: ErrorCode | ClientErrorCode | (string & {});
  requestId?: string | null;
  retryable?: boolean;
  cause?: unknown;
}

/** The base class of every error that this package throws. */
export class ErrandError extends Error {
  /** Machine-readable code. The error reference lists all codes of the service. */
  readonly code: ErrorCode | ClientErrorCode | (string & {});
  /** ID of the request, as in the request log. Null if there was no response. */
  readonly requestId: string | null;
  /** Whether the same call can succeed later. */
  readonly retryable: boolean;

  constructor(message: string, { code, requestId = null, retryable = false, cause }: Facts) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ErrandError';
    this.code = code;
    this.requestId = requestId;
    this.retryable = retryable;
  }
}

type Help = Pick<ApiError, 'retryable' | 'nextStep' | 'docs'>;

/** The service responded with an error. */
export class ApiError extends ErrandError {
  /** HTTP status of the response. */
  readonly status: number;
  /** More about this error. The fields depend on the code. */
  readonly details: Record<string, unknown>;
  /** How long to wait before a retry, if the service says so. */
  readonly retryAfterSeconds: number | null;
  /** What to do, in one sentence. Null in the legacy API. */
  readonly nextStep: string | null;
  /** Docs page for this error. Null in the legacy API. */
  readonly docs: string | null;

  constructor(
    message: string,
    more: Pick<ApiError, 'status' | 'code' | 'details' | 'requestId' | 'retryAfterSeconds'> & Partial<Help>,
  ) {
    const { code, requestId, status, retryable = status === 429 || status >= 500 } = more;
    super(message, { code, requestId, retryable });
    this.name = 'ApiError';
    this.status = status;
    this.details = more.details;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.nextStep = more.nextStep ?? null;
    this.docs = more.docs ?? null;
  }
}

/** A 422 with every problem in the request. */
export class ValidationError extends ApiError {
  readonly problems: Problem[];

  constructor(problems: Problem[], requestId: string | null, help: Partial<Help> = {}) {
    const message = problems.map((problem) => `${problem.loc.join('.')}: ${problem.msg}`).join('; ');
    const facts = { status: 422, code: 'invalid_request', details: { problems }, retryAfterSeconds: null };
    super(message, { ...facts, requestId, ...help });
    this.name = 'ValidationError';
    this.problems = problems;
  }
}

/** No response arrived: the service cannot be reached, closed the connection, or took too long. */
export class ConnectionError extends ErrandError {
  constructor(url: string, cause: unknown, code: 'connection_failed' | 'timeout' = 'connection_failed') {
    super(`No response from ${url}: ${reasonOf(cause)}`, { code, retryable: true, cause });
    this.name = 'ConnectionError';
  }
}

/** The message is not from the service, or is too old. Respond with a 400 and ignore it. */
export class WebhookVerificationError extends ErrandError {
  constructor(message: string) {
    super(message, { code: 'invalid_webhook' });
    this.name = 'WebhookVerificationError';
  }
}

/** The order ended in a status other than the one you waited for. */
export class OrderEnded extends ErrandError {
  readonly order: Order;

  constructor(order: Order) {
    super(`Order ${order.id} is ${order.status}: ${order.job_result?.error ?? order.next_step}`, {
      code: 'order_ended',
    });
    this.name = 'OrderEnded';
    this.order = order;
  }
}

/** The order did not reach that status in time. It continues. */
export class WaitTimeout extends ErrandError {
  readonly order: Order;

  constructor(order: Order, goal: string) {
    super(`Order ${order.id} is not ${goal} yet. Its status is ${order.status}.`, {
      code: 'wait_timeout',
      retryable: true,
    });
    this.name = 'WaitTimeout';
    this.order = order;
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

/** Older versions of the service send fewer fields. */
const helpIn = ({ retryable, next_step: nextStep, docs }: HelpBody): Partial<Help> => ({
  ...(retryable === undefined ? {} : { retryable }),
  ...(nextStep === undefined ? {} : { nextStep }),
  ...(docs === undefined ? {} : { docs }),
});

interface Body extends HelpBody {
  error?: { code: string; message: string; details: Record<string, unknown> } & HelpBody;
  detail?: Problem[];
  /** The legacy API has no envelope. */
  _type?: string;
  code?: string;
  message?: string;
  data?: Record<string, unknown>;
}

export async function errorOf(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('x-request-id');
  const body = (await response.json().catch(() => ({}))) as Body;
  if (response.status === 422 && body.detail) return new ValidationError(body.detail, requestId, helpIn(body));
  const { code, message, details } = body._type === 'error' ? { ...body, details: body.data } : { ...body.error };
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(message ?? `The service responded with status ${response.status}.`, {
    status: response.status,
    code: code ?? 'internal_error',
    details: details ?? {},
    requestId,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
    ...helpIn(body.error ?? {}),
  });
}
