import { type CallToolResult, fromJsonSchema, type InputRequest, inputRequired } from '@modelcontextprotocol/server';

export const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
export const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] });
export const object = (properties: Record<string, { type: 'string'; description?: string }>, ...required: string[]) =>
  fromJsonSchema<Record<string, string>>({ type: 'object', properties, required });
export const nothing = object({});

export const question = (message: string, field: string): InputRequest =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] },
  });
