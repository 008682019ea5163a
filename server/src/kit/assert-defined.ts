/** Throws if the value is missing, so a bug fails here and not somewhere later. */
export function assertDefined<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('A value that must exist is missing.');
  return value;
}
