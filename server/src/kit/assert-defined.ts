/** The value that is known to be there. Its absence is a bug: it stops here, and not somewhere later. */
export function assertDefined<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('A value that must exist is missing.');
  return value;
}
