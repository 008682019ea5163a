import { operations } from '../sdk/generated/operations.ts';
import { operatorOperations } from '../sdk/generated/operations-operator.ts';
import { eachEntry } from '../sdk/src/each.ts';
import { createCall, type Operation } from '../sdk/src/send.ts';
import { type Context, UsageError } from './command.ts';

const known: Operation[] = [...Object.values(operations), ...Object.values(operatorOperations)];

/** Every entry of the list at this path, read page by page. */
export function listEntries({ baseUrl, apiKey, headers }: Context, path: string): AsyncIterable<unknown> {
  const { pathname, searchParams } = new URL(path, baseUrl);
  for (const operation of known) {
    const ids = operation.list === undefined ? null : idsIn(operation.path, pathname);
    if (ids === null || operation.method !== 'GET') continue;
    const limit = searchParams.get('limit');
    const input = { ...Object.fromEntries(searchParams), ...ids, ...(limit === null ? {} : { limit: Number(limit) }) };
    return eachEntry(createCall({ baseUrl, apiKey, headers }), operation, input, {});
  }
  throw new UsageError(`${pathname} is not a paginated list.`);
}

/** The ids of a path such as /orders/{order_id}; null if the path is another one. */
function idsIn(template: string, pathname: string): Record<string, string> | null {
  const [names, parts] = [template.split('/'), pathname.split('/')];
  if (names.length !== parts.length) return null;
  const ids: Record<string, string> = {};
  for (const [place, name] of names.entries()) {
    const part = parts[place] ?? '';
    if (name.startsWith('{')) ids[name.slice(1, -1)] = decodeURIComponent(part);
    else if (name !== part) return null;
  }
  return ids;
}
