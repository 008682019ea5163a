const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The fields of an unknown value; empty if it is not an object. */
export const fieldsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

/** The value, if it is one of these. */
export const oneOf = <Known>(values: readonly Known[], given: unknown): Known | undefined =>
  values.find((value) => value === given);

/** Object.keys with the type of the keys. */
export const keysOf = <Known extends object>(known: Known) => Object.keys(known) as (keyof Known & string)[];

/** An object with a value for each name. */
export const recordOf = <Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
