import { ApiCall, FileCall, ListCall } from './api-call.ts';
import { eachEntry } from './each.ts';
import { ErrandError } from './errors.ts';
import type { Call, CallOptions, Operation, Values } from './send.ts';

/** Builds `{ orders: { create, … }, … }` from a table of operations. */
export function buildNamespaces(call: Call, table: Record<string, Operation>): Record<string, Values> {
  const namespaces: Record<string, Values> = {};
  for (const operation of Object.values(table)) {
    const [namespace = '', method = ''] = operation.name.split('.');
    const methods = namespaces[namespace] ?? {};
    namespaces[namespace] = methods;
    methods[method] = (...args: unknown[]) => {
      const { input, options } = readArguments(operation, args);
      return callOf(call, operation, input, options);
    };
  }
  return namespaces;
}

function callOf(call: Call, operation: Operation, input: Values, options: CallOptions): ApiCall<unknown> {
  const start = () => call<unknown>(operation, input, options);
  if (operation.list !== undefined) return new ListCall(start, () => eachEntry(call, operation, input, options));
  type File = ReadableStream<Uint8Array>;
  if (operation.isFile)
    return new FileCall(start, async () => (await call<File>(operation, input, options, 'stream')).data);
  return new ApiCall(start);
}

/** Path values come first, then the body or query as one object, then the options of the call. */
function readArguments(operation: Operation, args: unknown[]): { input: Values; options: CallOptions } {
  const input: Values = {};
  const rest = [...args];
  for (const [, name = ''] of operation.path.matchAll(/\{(\w+)\}/g)) {
    const value = rest.shift();
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '') {
      throw new ErrandError(`${operation.name} needs ${name}.`, { code: 'invalid_argument' });
    }
    input[name] = value;
  }
  if (operation.takesBody || operation.query.length > 0) Object.assign(input, paramsOf(operation, rest.shift()));
  const [options] = rest;
  return { input, options: typeof options === 'object' && options !== null ? options : {} };
}

function paramsOf({ takesBody, query }: Operation, params: unknown): Values {
  if (!takesBody) return { ...Object(params) };
  if (query.length === 0) return params === undefined ? {} : { body: params };
  const entries = Object.entries(Object(params));
  const inQuery = entries.filter(([name]) => query.includes(name));
  return {
    ...Object.fromEntries(inQuery),
    body: Object.fromEntries(entries.filter(([name]) => !query.includes(name))),
  };
}
