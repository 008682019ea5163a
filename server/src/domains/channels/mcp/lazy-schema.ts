import { fromJsonSchema, type JsonSchemaType, type jsonSchemaValidator } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';

const ajv = new AjvJsonSchemaValidator();

/** Compiles a schema for the first value that is held against it: compiling all of them was a tenth of the service's start. */
const lazyValidator: jsonSchemaValidator = {
  getValidator<T>(schema: JsonSchemaType) {
    let validate: ReturnType<typeof ajv.getValidator<T>> | null = null;
    return (value: unknown) => {
      validate ??= ajv.getValidator<T>(schema);
      return validate(value);
    };
  },
};

export type LazySchema<T> = ReturnType<typeof fromJsonSchema<T>>;

export const createLazySchema = <T>(schema: JsonSchemaType): LazySchema<T> => fromJsonSchema<T>(schema, lazyValidator);
