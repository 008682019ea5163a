import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Json, Outcome } from './call.ts';
import { bytesOf, fitBody, resultBytesMax } from './fit.ts';
import { wrapError, wrapStoreText } from './store-text.ts';

/** A tool's result. The text form is for the model; `structuredContent` has store text unmarked. */
export function presentResult(schema: Json, { body, error, more = {} }: Outcome): CallToolResult {
  const left = resultBytesMax - bytesOf(more);
  if (error) {
    const present = (fields: Json): CallToolResult => ({
      isError: true,
      content: [{ type: 'text', text: JSON.stringify({ error: wrapError(fields) }) }],
    });
    const fitted = fitBody({ ...error }, (fields) => bytesOf(present(fields)) <= left);
    return { ...present(fitted), ...more };
  }
  const present = (fields: Json): CallToolResult => ({
    content: [{ type: 'text', text: JSON.stringify(wrapStoreText(schema, fields)) }],
    structuredContent: fields,
  });
  const fitted = fitBody(body, (fields) => bytesOf(present(fields)) <= left);
  return { ...present(fitted), ...more };
}
