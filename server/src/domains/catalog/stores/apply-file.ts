import { readFile } from 'node:fs/promises';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { Failure } from '../../../kit/failure.ts';
import { findFirstFault } from '../../../kit/find-first-fault.ts';
import { type AddressCheck, addressProblem } from './check-addresses.ts';
import { addStore, changeStore, type SaveNeeds } from './save-store.ts';
import { StoreBody, StoresFile } from './schema.ts';
import { findStore, listStores, lockStores } from './sql.ts';

const fileFailure = (path: string, fault: string): Failure =>
  new Failure('bad_request', 400, `The stores file ${path} is invalid: ${fault}. Correct the file.`);

/** Reads a stores file and resolves its secrets. Errors name the place. */
export async function readStoresFile(
  outgoing: AddressCheck,
  path: string,
  env: Record<string, string | undefined>,
): Promise<StoreBody[]> {
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw fileFailure(path, error.code === 'ENOENT' ? 'it does not exist' : `it cannot be read (${error.code})`);
  });
  const data = parse(path, content, StoresFile);
  const names = data.stores.map((store) => store.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw fileFailure(path, `"${twice}" is listed twice`);
  return Promise.all(data.stores.map((store) => readStore(outgoing, path, store, env)));
}

async function readStore(
  outgoing: AddressCheck,
  path: string,
  store: StoreBody,
  env: Record<string, string | undefined>,
): Promise<StoreBody> {
  const problem = await addressProblem(outgoing, store);
  if (problem) throw fileFailure(path, `The ${problem.field} of ${store.name} is not valid. ${problem.message}`);
  return resolveSecrets(path, store, env);
}

function parse<Schema extends TSchema>(path: string, content: string, schema: Schema): Static<Schema> {
  let data: unknown;
  try {
    data = JSON.parse(content);
  } catch {
    throw fileFailure(path, 'it is not valid JSON');
  }
  if (Value.Check(schema, data)) return data;
  const fault = findFirstFault(schema, data);
  throw fileFailure(path, fault ? `${fault.path || 'the file'} ${fault.words}` : 'it does not match the schema');
}

/** The one store that a file describes. */
export const readStoreFile = (
  outgoing: AddressCheck,
  path: string,
  content: string,
  env: Record<string, string | undefined>,
): Promise<StoreBody> => readStore(outgoing, path, parse(path, content, StoreBody), env);

/** Resolves "env:NAME" and "file:PATH". */
async function resolveSecrets(
  path: string,
  store: StoreBody,
  env: Record<string, string | undefined>,
): Promise<StoreBody> {
  if (!store.credentials) return store;
  const entries = await Promise.all(
    Object.entries(store.credentials).map(async ([name, value]) => {
      if (value.startsWith('env:')) {
        const secret = env[value.slice(4)];
        if (!secret)
          throw fileFailure(path, `${store.name} reads its ${name} from ${value.slice(4)}, which is not set`);
        return [name, secret] as const;
      }
      if (!value.startsWith('file:')) return [name, value] as const;
      const secret = await readFile(value.slice(5), 'utf8').catch(() => {
        throw fileFailure(path, `${store.name} reads its ${name} from ${value.slice(5)}, which cannot be read`);
      });
      return [name, secret.trim()] as const;
    }),
  );
  return { ...store, credentials: Object.fromEntries(entries) };
}

export interface ApplyResult {
  added: string[];
  changed: string[];
  switchedOff: string[];
  /** Unchanged, because their plug-in is off. */
  leftOut: string[];
}

/** Applies the file by name. Stores that are no longer in it are switched off. */
export async function applyStores(
  needs: SaveNeeds,
  operator: string,
  stores: readonly StoreBody[],
): Promise<ApplyResult> {
  // Processes that start together apply the same file.
  await lockStores(needs.tx);
  const applied: ApplyResult = { added: [], changed: [], switchedOff: [], leftOut: [] };
  const names = new Set(stores.map((store) => store.name));
  for (const row of await listStores(needs.tx)) {
    if (!row.is_from_file || names.has(row.name) || !row.is_enabled) continue;
    await changeStore(needs, operator, row.name, { enabled: false });
    applied.switchedOff.push(row.name);
  }
  for (const body of stores) {
    if (needs.kinds.find(({ kind }) => kind === body.kind)?.leftOut !== undefined) {
      applied.leftOut.push(body.name);
      continue;
    }
    const before = await findStore(needs.tx, body.name);
    if (!before) {
      await addStore(needs, operator, body, true);
      applied.added.push(body.name);
      continue;
    }
    const { name, kind: _kind, world: _world, ...patch } = body;
    await changeStore(needs, operator, name, { enabled: true, ...patch }, true);
    applied.changed.push(name);
  }
  return applied;
}
