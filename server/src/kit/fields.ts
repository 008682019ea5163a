const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What a value of any shape has, to be looked at one by one: nothing, where it is no object. */
export const fieldsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

/** What something that was thrown says. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
