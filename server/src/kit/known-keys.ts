// Typed versions of `Object` functions for objects whose keys are all known.

type NameOf<Known> = keyof Known & string;

export const keysOf = <Known extends object>(known: Known): NameOf<Known>[] => Object.keys(known) as NameOf<Known>[];

export const entriesOf = <Known extends object>(known: Known): [NameOf<Known>, Known[NameOf<Known>]][] =>
  keysOf(known).map((name) => [name, known[name]]);

/** An object with a value for each name. */
export const recordOf = <Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> => Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
