export type FailureDetails = Record<string, unknown>;

/** Codes of expected failures. Each area adds its own next to their texts, so a misspelled one does not compile. */
export interface FailureCodes {
  not_found: true;
}
export type FailureCode = keyof FailureCodes;

/** An expected failure with a code, a status and a public message. Any other error is a 500 and a bug. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly status: number;
  readonly details: FailureDetails;
  readonly headers: Record<string, string>;
  /** Whether the same request may succeed later. Undefined: depends on the code. */
  readonly retryable: boolean | undefined;
  /** What the caller can do. Undefined: depends on the code. */
  readonly nextStep: string | undefined;

  constructor(
    code: FailureCode,
    status: number,
    message: string,
    more: { details?: FailureDetails; headers?: Record<string, string>; retryable?: boolean; nextStep?: string } = {},
  ) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.status = status;
    this.details = more.details ?? {};
    this.headers = more.headers ?? {};
    this.retryable = more.retryable;
    this.nextStep = more.nextStep;
  }
}

/** One entry of a 422 response. */
export interface Problem {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** A request that does not match its schema, with every problem found. */
export class Invalid extends Error {
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    super(problems.map((problem) => `${problem.loc.join('.')}: ${problem.msg}`).join('; '));
    this.name = 'Invalid';
    this.problems = problems;
  }
}

/** The same response for an id that is unknown, belongs to another account, or to the other mode. */
export const notFound = (): Failure => new Failure('not_found', 404, 'Not found.');
