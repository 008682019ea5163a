import type { Failure, Invalid } from '../../kit/failure.ts';

/** An answer before it becomes bytes. */
export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** What a renderer may look at to show a bad value again. */
export interface Received {
  body?: unknown;
  query?: unknown;
  params?: unknown;
}

/** Paths that belong together: what their clients may send, and how they are told of an error. */
export interface AddressSpace {
  /** A body is read as JSON whatever it calls itself, and parameters that nobody declared are passed over. */
  takesAnything: boolean;
  /** A browser that fails to read something is shown a page instead. */
  showsPages: boolean;
  /** Answers that every operation can give, for the OpenAPI document. */
  everyResponse: Record<string, Record<string, unknown>>;
  render(error: Failure | Invalid, received?: Received): Rendered;
  noSuchPath(): Failure;
}

/** Which space a path, with or without its query, belongs to. */
export type SpaceOf = (url: string) => AddressSpace;
