import { fromJsonSchema, type JsonSchemaType, type jsonSchemaValidator } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';

const ajv = new AjvJsonSchemaValidator();

/** Compiles a schema for the first value that is held against it: compiling all of them was a tenth of the service's start. */
const late: jsonSchemaValidator = {
  getValidator<T>(schema: JsonSchemaType) {
    let validate: ReturnType<typeof ajv.getValidator<T>> | null = null;
    return (value: unknown) => {
      validate ??= ajv.getValidator<T>(schema);
      return validate(value);
    };
  },
};

export type LateSchema<T> = ReturnType<typeof fromJsonSchema<T>>;

export const lateSchema = <T>(schema: JsonSchemaType): LateSchema<T> => fromJsonSchema<T>(schema, late);
