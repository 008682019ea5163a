import type { Outgoing } from '../../../platform/outgoing/index.ts';
import { fieldProblem } from './failures.ts';
import type { StoreBody, StorePatch } from './schema.ts';

export type AddressCheck = Pick<Outgoing, 'checkUrl'>;

/**
 * Refuses private addresses without STORES_ALLOW_PRIVATE. Names that don't resolve are accepted, because every
 * connection is checked again.
 */
export async function addressProblem(
  outgoing: AddressCheck,
  body: StoreBody | StorePatch,
): Promise<{ field: string; message: string } | null> {
  const given: [field: string, url: string | null | undefined][] = [
    ['url', body.url],
    ['api_url', body.api_url],
    ...(body.also ?? []).map((url, index): [string, string] => [`also.${index}`, url]),
  ];
  const checked = await Promise.all(
    given.map(async ([field, url]) => {
      const check = url ? await outgoing.checkUrl(url) : null;
      if (check === null || check.ok || check.isUnresolved) return null;
      return { field, message: `${check.reason} To use stores on a private network, set STORES_ALLOW_PRIVATE=true.` };
    }),
  );
  return checked.find((problem) => problem !== null) ?? null;
}

export async function checkAddresses(outgoing: AddressCheck, body: StoreBody | StorePatch): Promise<void> {
  const problem = await addressProblem(outgoing, body);
  if (problem) throw fieldProblem(problem.field, problem.message);
}
