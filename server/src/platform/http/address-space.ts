import type { Failure, Invalid } from '../../kit/failure.ts';

/** A response before serialization. */
export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** What a renderer may use to echo an invalid value. */
export interface Received {
  body?: unknown;
  query?: unknown;
  params?: unknown;
}

/** Paths that share rules: what clients may send, and the format of errors. */
export interface AddressSpace {
  /** Reads a body as JSON regardless of its content type, and ignores undeclared parameters. */
  takesAnything: boolean;
  /** Shows a browser an error page instead. */
  showsPages: boolean;
  /** Responses of every operation, for the OpenAPI document. */
  everyResponse: Record<string, Record<string, unknown>>;
  render(error: Failure | Invalid, received?: Received): Rendered;
  noSuchPath(): Failure;
}

/** Finds the space of a path, with or without its query. */
export type SpaceOf = (url: string) => AddressSpace;
