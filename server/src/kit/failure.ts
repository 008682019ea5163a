export type FailureDetails = Record<string, unknown>;

/** The names of foreseen failures. Each room adds its own where it words them, so that a misspelt one does not compile. */
export interface FailureCodes {
  not_found: true;
}
export type FailureCode = keyof FailureCodes;

/** A failure that was foreseen: it has a name, a status and public words. Anything else is a 500 and a bug. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly status: number;
  readonly details: FailureDetails;
  readonly headers: Record<string, string>;
  /** Whether the same request may succeed later; undefined: its code says it. */
  readonly retryable: boolean | undefined;

  constructor(
    code: FailureCode,
    status: number,
    message: string,
    more: { details?: FailureDetails; headers?: Record<string, string>; retryable?: boolean } = {},
  ) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.status = status;
    this.details = more.details ?? {};
    this.headers = more.headers ?? {};
    this.retryable = more.retryable;
  }
}

/** One entry of a 422 answer. */
export interface Problem {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** A request that does not have the declared shape, with every problem found. */
export class Invalid extends Error {
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    super(problems.map((problem) => `${problem.loc.join('.')}: ${problem.msg}`).join('; '));
    this.name = 'Invalid';
    this.problems = problems;
  }
}

/** The one answer for an id that is unknown, of another account, or of the other world. */
export const notFound = (): Failure => new Failure('not_found', 404, 'Not found.');
