const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What a value of any shape has, to be looked at one by one: nothing, where it is no object. */
export const fieldsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

/** What something that was thrown says. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The entries of a list of any shape: none, where it is no list. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A text, where it is one. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Which of a few values it is. */
export const oneOf = <Known>(values: readonly Known[], given: unknown): Known | undefined =>
  values.find((value) => value === given);

/** What JSON says; undefined where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What was thrown, as an error: anything can be thrown. */
export const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
