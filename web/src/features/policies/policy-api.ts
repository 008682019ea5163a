import type { Api } from '../../lib/api.ts';
import { isNotFound } from '../../lib/errors.ts';
import { type Bound, type Policy, type Rules, writtenRules } from './rules.ts';

const noPolicy: Policy = {
  id: null,
  scope: 'key',
  subject: null,
  version: 0,
  rules: [],
  updated_by: null,
  created_at: null,
  updated_at: null,
};

export async function readPolicy(api: Api, bound: Bound, options: { signal?: AbortSignal } = {}): Promise<Policy> {
  if (bound === null) return api.getAccountPolicy(options);
  const read =
    'group' in bound
      ? api.getKeyGroupPolicy({ name: bound.group }, options)
      : api.getKeyPolicy({ id: bound.keyId }, options);
  return read.catch((error: unknown) => {
    if (isNotFound(error)) return noPolicy;
    throw error;
  });
}

export async function savePolicy(api: Api, bound: Bound, body: Rules): Promise<Policy> {
  if (bound === null) return api.putAccountPolicy({ body });
  return 'group' in bound
    ? api.putKeyGroupPolicy({ name: bound.group, body })
    : api.putKeyPolicy({ id: bound.keyId, body });
}

/** Restores the earlier policy, unless someone has changed the saved one since. */
export async function restorePolicy(api: Api, bound: Bound, { before, saved }: { before: Policy; saved: Policy }) {
  if ((await readPolicy(api, bound)).version !== saved.version) {
    throw new Error('Someone else changed this policy after you did, so the earlier version was not restored.');
  }
  if (bound === null || before.id !== null) await savePolicy(api, bound, writtenRules(before));
  else if ('group' in bound) await api.deleteKeyGroupPolicy({ name: bound.group });
  else await api.deleteKeyPolicy({ id: bound.keyId });
}
