const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The fields of an unknown value; empty if it is not an object. */
export const fieldsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The entries of an unknown value; empty if it is not an array. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The value if it is one of the known ones. */
export const oneOf = <Known>(values: readonly Known[], given: unknown): Known | undefined =>
  values.find((value) => value === given);

/** Parses JSON; undefined if it is invalid. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Anything can be thrown; this makes it an Error. */
export const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
