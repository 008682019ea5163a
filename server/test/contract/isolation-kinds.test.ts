import { afterAll, beforeAll, expect, it } from 'vitest';
import { leastRoleFor } from '../../src/domains/access/accounts/index.ts';
import { assertDefined } from '../../src/kit/assert-defined.ts';
import { newId } from '../../src/kit/ids.ts';
import { databaseDigests } from '../harness/checks.ts';
import { type Contract, examplesOf, type Operation, readContract } from '../harness/conforms.ts';
import { bodyWithId, type IdField, idFieldsOf, nameOf, takesNoId } from '../harness/id-fields.ts';
import {
  bulkRows,
  createIdOwners,
  type IdOwners,
  operatorEmail,
  productOf,
  type RoleName,
  roleNames,
  unknownLike,
} from '../harness/id-owners.ts';
import { basic } from '../harness/legacy.ts';
import { returnFor } from '../harness/returns.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let owners: IdOwners;

beforeAll(async () => {
  const env = { WEBHOOK_ALLOW_PRIVATE: 'true', OPERATOR_EMAILS: operatorEmail };
  system = await startSystem({ withLive: true, env });
  contract = await readContract(system, { isPublished: true });
  owners = await createIdOwners(system);
}, 120_000);
afterAll(() => system.stop());

const reasonOf = new Map(
  Object.entries(takesNoId).flatMap(([reason, names]) => names.map((name): [string, string] => [name, reason])),
);

const schemesOf = ({ document }: Operation): string[] =>
  (document.security ?? []).flatMap((scheme: object) => Object.keys(scheme));
const isKeyed = (operation: Operation): boolean =>
  schemesOf(operation).some((name) => name === 'bearer' || name === 'basic');
const isOperators = ({ path }: Operation): boolean => path.startsWith('/operator/');

/** Path parameters that no account owns: a product, a month, and a name that every account gives to groups of its own. */
const ofNobody = new Set(['product_id', 'month', 'name']);
const parameterOf = ({ path }: Operation): string => /\{(\w+)\}/.exec(path)?.[1] ?? '';
const takesIdInPath = (operation: Operation): boolean =>
  parameterOf(operation) !== '' && !ofNobody.has(parameterOf(operation)) && !reasonOf.has(nameOf(operation));

const kindOf = (operation: Operation): string =>
  Object.keys(owners.owned).find((kind) => operation.path.startsWith(kind)) ?? parameterOf(operation);

/** The owner's id of this kind. Operators' own objects, such as a store, belong to no account. */
const idOf = (kind: string): string | undefined => owners.owned[kind] ?? owners.parts[kind];

const credentialOf = (key: string, { path }: Operation) =>
  path.startsWith('/v1/') ? basic(key) : { authorization: `Bearer ${key}` };

const hasNoPage = new Set(['card_id', 'id', 'key_id', 'view_id', 'approval_id', 'invitation_id', 'person_id', 'email']);

/**
 * IDs that are never shown would prove nothing. A card has no page, keys aren't shown to keys, and a request is logged
 * a moment later.
 */
async function areShownToTheirOwner(operations: readonly Operation[]): Promise<void> {
  for (const [kind, id] of Object.entries(owners.owned)) {
    const gets = operations.filter(
      (operation) => operation.method === 'GET' && !isOperators(operation) && kindOf(operation) === kind,
    );
    const isShown = async () =>
      (await Promise.all(gets.map((operation) => seen(operation, id, credentialOf(owners.owner.key, operation))))).some(
        ({ status }) => status === 200,
      );
    if (gets.length > 0 && !hasNoPage.has(kind)) {
      await expect.poll(isShown, { timeout: 30_000, message: kind }).toBe(true);
    }
  }
}

/** All that a client can see of an answer but the request id and the date. */
async function seen({ method, path, document }: Operation, id: string, headers: Record<string, string>) {
  const media = document.requestBody?.content['application/json'];
  const body = media && examplesOf(media)[0];
  const target = path.replace(/\{\w+\}/, id).replaceAll(/\{\w+\}/g, 'd2a7e5f4-5c8e-4a3c-9d6b-1f0e9b8a7c6d');
  const answer = await contract.call(target, { method, headers, ...(body ? { body } : {}) });
  const shown = [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
  return { status: answer.status, text: answer.text.replaceAll(id, '(the id)'), headers: shown };
}

const people: readonly RoleName[] = ['another person', 'an operator', 'a viewer'];

/** The statuses that a role may be answered with; null where it may do what it asks for. */
function allowedFor(operation: Operation, role: RoleName): number[] | null {
  const isPerson = people.includes(role);
  if (isOperators(operation)) return role === 'an operator' ? null : [isPerson ? 403 : 401];
  // The legacy API accepts account keys only.
  if ((isPerson || role === 'an order key') && operation.path.startsWith('/v1/')) return [401];
  if (role === 'nobody' || (!isPerson && !isKeyed(operation))) return [401];
  if (role !== 'a viewer') return [404, 403];
  const route = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
  return leastRoleFor(operation.method, route) === 'viewer' ? null : [403];
}

it('every operation takes IDs that are in the table, or says why it takes none', () => {
  const unmapped = contract.operations.filter((operation) => {
    if (isOperators(operation)) return false;
    const fields = idFieldsOf(contract, operation);
    const isInTable = takesIdInPath(operation) ? idOf(kindOf(operation)) !== undefined : fields.length > 0;
    return isInTable === reasonOf.has(nameOf(operation)) || fields.some(({ kind }) => idOf(kind) === undefined);
  });
  expect(unmapped.map(nameOf)).toEqual([]);
  const known = new Set(contract.operations.map(nameOf));
  expect([...reasonOf.keys()].filter((name) => !known.has(name))).toEqual([]);
});

it('another account’s ID looks like an unknown ID to every role, in every operation', {
  timeout: 120_000,
}, async () => {
  // Operators' operations refuse everyone else, with or without an id.
  const operations = contract.operations.filter((operation) => isOperators(operation) || takesIdInPath(operation));
  expect(operations.length).toBeGreaterThanOrEqual(140);
  await areShownToTheirOwner(operations);
  const before = await databaseDigests(system.database.db);
  let cells = 0;
  for (const operation of operations) {
    const id = idOf(kindOf(operation)) ?? newId();
    for (const role of roleNames) {
      const allowed = allowedFor(operation, role);
      if (allowed === null) continue;
      const what = `${nameOf(operation)} of ${role}`;
      const headers = owners.roles[role](operation.path);
      const unknown = await seen(operation, unknownLike(id), headers);
      expect(allowed, `${what} ${unknown.status} ${unknown.text}`).toContain(unknown.status);
      expect(await seen(operation, id, headers), what).toEqual(unknown);
      cells += 1;
    }
  }
  expect(cells).toBeGreaterThan(800);
  expect(await databaseDigests(system.database.db)).toEqual(before);
});

/** A quote has its own id and time, and does not depend on what would pay for the order. A challenge is new each time. */
const masked = (text: string): string =>
  text
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '(id)')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)');
/** People's own activity lists what they did on their own account, such as a replay that found nothing. */
const withoutOwnTraces = async () => ({
  ...(await databaseDigests(system.database.db)),
  ...{ quotes: '', sim_carts: '', account_activity: '' },
  activityOfOwner: (await owners.owner.person.call('/activity')).body.total,
});

/** Bodies that are complete but for the id in one field. Other operations have an example. */
function completeBodies(): Record<string, object> {
  const order = orderFor(productOf(system));
  return {
    'POST /agent/orders': order,
    'POST /orders': order,
    'POST /orders/quote': order,
    'POST /policy/simulate': order,
    'POST /orders/bulk': { rows: bulkRows(system) },
    'POST /orders/bulk/validate': { rows: bulkRows(system) },
    'POST /orders/cancel': {},
    'POST /managed-accounts': { email: 'b@example.com' },
    'POST /policy/preview': { policy: { max_order_cents: 100 } },
    'POST /returns': returnFor(owners.others.order_id ?? '', owners.others.order_item_id ?? ''),
    'POST /webhooks/deliveries/replay': {},
    'POST /v1/orders/{request_id}/cancel': {},
  };
}

/** Asks with an id in a query or a body. Everything else in the request belongs to the stranger. */
async function ask(operation: Operation, { in: place, field }: IdField, role: RoleName, id: string) {
  const { method, path, document } = operation;
  const media = document.requestBody?.content['application/json'];
  const complete = completeBodies()[nameOf(operation)] ?? (media && examplesOf(media)[0]) ?? {};
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name) => owners.others[name] ?? newId());
  const body = place === 'body' ? { body: bodyWithId(complete, field, id) } : {};
  const search = place === 'query' ? `?${field}=${encodeURIComponent(id)}` : '';
  const options = { method, headers: owners.roles[role](path), ...body };
  const { status, text } = await contract.call(`${target}${search}`, options);
  return { status, text: masked(text.replaceAll(id, '(the id)')) };
}

it('another account’s ID in a query or body reveals nothing to any role', { timeout: 120_000 }, async () => {
  const before = await withoutOwnTraces();
  let cells = 0;
  for (const operation of contract.operations.filter((each) => !reasonOf.has(nameOf(each)))) {
    for (const field of idFieldsOf(contract, operation)) {
      const id = assertDefined(idOf(field.kind));
      for (const role of roleNames) {
        if (allowedFor(operation, role) === null) continue;
        const unknown = await ask(operation, field, role, unknownLike(id));
        const what = `${nameOf(operation)} with ${field.field} of ${role}`;
        expect(unknown.status, `${what} ${unknown.text}`).toBeLessThan(500);
        expect(await ask(operation, field, role, id), what).toEqual(unknown);
        cells += 1;
      }
    }
  }
  expect(cells).toBeGreaterThan(350);
  expect(await withoutOwnTraces()).toEqual(before);
});

it('the IDs below an order tell nothing to those who name them with an order of their own', async () => {
  const nested = contract.operations.filter(
    (operation) => !isOperators(operation) && operation.path.split('{').length > 2,
  );
  expect(nested).toHaveLength(3);
  const before = await databaseDigests(system.database.db);
  const { owner, owned, parts, others, stranger } = owners;
  for (const { method, path } of nested) {
    const kind = /\{(\w+)\}$/.exec(path)?.[1] ?? '';
    const askFor = async (key: string, orderId: string, id: string) => {
      const target = path.replace('{order_id}', orderId).replace(`{${kind}}`, id);
      const body = method === 'POST' ? { body: { answer: {} } } : {};
      const { status, text } = await contract.call(target, { method, key, ...body });
      return { status, text };
    };
    const id = assertDefined(parts[kind]);
    const order = assertDefined(kind === 'action_id' ? parts.asking_order_id : owned.order_id);
    expect((await askFor(owner.key, order, id)).status, path).not.toBe(404);
    const unknown = await askFor(stranger.key, others.order_id ?? '', newId());
    expect(unknown.status, path).toBe(404);
    expect(await askFor(stranger.key, others.order_id ?? '', id), path).toEqual(unknown);
  }
  expect(await databaseDigests(system.database.db)).toEqual(before);
});

it('the account that a page names opens nothing to those who are not on it', async () => {
  for (const role of ['another person', 'an operator'] as const) {
    const answers = [];
    for (const account of [newId(), assertDefined(owners.owned.account_id)]) {
      const headers = { ...owners.roles[role]('/me'), 'x-errand-account': account };
      const { status, text } = await contract.call('/me', { headers });
      answers.push({ status, text: masked(text) });
    }
    expect(answers[1], role).toEqual(answers[0]);
    expect(answers[0]?.status, role).toBe(401);
  }
});
