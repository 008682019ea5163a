import { fromJsonSchema, type JsonSchemaType, type jsonSchemaValidator } from '@modelcontextprotocol/server';
import type { Json } from './call.ts';
import { findProblems } from './check-value.ts';

const validator: jsonSchemaValidator = {
  getValidator<T>(schema: JsonSchemaType) {
    return (value: unknown) => {
      const problems = findProblems(schema as Json, value);
      if (problems.length === 0) return { valid: true, data: value as T, errorMessage: undefined };
      return { valid: false, data: undefined, errorMessage: problems.slice(0, problemsMax).join('; ') };
    };
  },
};
const problemsMax = 10;

export type ToolSchema<T> = ReturnType<typeof fromJsonSchema<T>>;

export const createToolSchema = <T>(schema: JsonSchemaType): ToolSchema<T> => fromJsonSchema<T>(schema, validator);
