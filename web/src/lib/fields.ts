const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What a value of any shape has, to be looked at one by one: nothing, where it is no object. */
export const fieldsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

/** Which of a few values it is. */
export const oneOf = <Known>(values: readonly Known[], given: unknown): Known | undefined =>
  values.find((value) => value === given);

/** The names of an object whose names are all known: the compiler takes what `Object` says of them for plain texts. */
export const keysOf = <Known extends object>(known: Known) => Object.keys(known) as (keyof Known & string)[];

/** An object that has something for each name. */
export const recordOf = <Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
