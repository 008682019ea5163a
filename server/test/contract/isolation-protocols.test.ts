import { subscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertDefined } from '../../src/kit/assert-defined.ts';
import { newId } from '../../src/kit/ids.ts';
import { databaseDigests } from '../harness/checks.ts';
import { bodyWithId, fieldNamesOf, kindOfIdField } from '../harness/id-fields.ts';
import {
  createIdOwners,
  type IdOwners,
  operatorEmail,
  productOf,
  type RoleName,
  roleNames,
  unknownLike,
} from '../harness/id-owners.ts';
import { returnFor } from '../harness/returns.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { startUcpAgent, ucpAddress } from '../harness/ucp-agent.ts';

type Json = Record<string, unknown>;

let system: TestSystem;
let owners: IdOwners;
let agents: Record<'owner' | 'stranger', Awaited<ReturnType<typeof startUcpAgent>>>;
/** Every route of the service as `METHOD /path/:id`, also those that the API documents leave out. */
const routes = new Set<string>();

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: { addHook(name: 'onRoute', hook: (route: Route) => void): void } };
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (each !== 'HEAD' && each !== 'OPTIONS') routes.add(`${each} ${url}`);
  });
});
interface Route {
  method: string | string[];
  url: string;
}

beforeAll(async () => {
  const env = { WEBHOOK_ALLOW_PRIVATE: 'true', OPERATOR_EMAILS: operatorEmail };
  system = await startSystem({ withLive: true, env });
  owners = await createIdOwners(system);
  agents = { owner: await startUcpAgent(system), stranger: await startUcpAgent(system) };
}, 120_000);
afterAll(async () => {
  await system.stop();
  await Promise.all(Object.values(agents).map((agent) => agent.stop()));
});

/** Ids and times differ from answer to answer. */
const masked = (text: string): string =>
  text
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '(id)')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)')
    .replaceAll(/"requestState":"[^"]*"/g, '"requestState"');

/** What a role is answered, without the id that it sent. */
async function seen(role: RoleName, id: string, method: string, path: string, body?: unknown, more: Json = {}) {
  const headers = { ...owners.roles[role](path), ...(more as Record<string, string>) };
  const answer = await system.call(path, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, text: masked(answer.text.replaceAll(id, '(the id)')) };
}

/** Tables that a quote, an approval and a signed request write, whatever ids they name. */
const askedFor = { quotes: '', sim_carts: '', mcp_approvals: '', used_signatures: '' };
const digests = async () => ({ ...(await databaseDigests(system.database.db)), ...askedFor });

const version = '2026-07-28';
const mcpHeaders = (method: string, name?: string) => ({
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': version,
  'mcp-method': method,
  ...(name === undefined ? {} : { 'mcp-name': name }),
});
const mcpMessage = (method: string, params: Json = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'test-agent', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {
        elicitation: { form: {} },
        extensions: { 'io.modelcontextprotocol/tasks': {} },
      },
    },
  },
});

interface ListedTool {
  name: string;
  inputSchema: Json;
}

async function listTools(path: string): Promise<ListedTool[]> {
  const answer = await system.post(path, owners.owner.key, mcpMessage('tools/list'), mcpHeaders('tools/list'));
  return answer.body.result.tools;
}

const idOf = (kind: string): string => assertDefined(owners.owned[kind] ?? owners.parts[kind]);

describe('MCP', () => {
  /** Why these tools take no id. A new tool without an id has to be listed. */
  const takesNoId: Record<string, string> = {
    search_products: "a store's products",
    get_product: "a store's products",
    check_store: "a store's products",
    get_wallet: "the key's own wallet",
    get_policy: "the key's own policies",
    list_test_products: 'the same for everyone',
    track_order: 'open to everyone who has the id of an order',
  };

  /** Arguments that are complete but for the id. Everything else belongs to the stranger. */
  function completeArguments(): Record<string, object> {
    const order = orderFor(productOf(system));
    const { order_id: orderId = '', order_item_id: itemId = '' } = owners.others;
    return {
      quote_order: order,
      place_order: order,
      answer_action: { order_id: orderId, action_id: newId(), answer: {} },
      request_return: returnFor(orderId, itemId),
    };
  }

  it('answers another account’s ID in any argument of any tool like an unknown one', { timeout: 60_000 }, async () => {
    const tools = await listTools('/mcp');
    const fieldsOf = ({ name, inputSchema }: ListedTool) =>
      [...new Set(fieldNamesOf(inputSchema))].flatMap((field) => {
        const kind = kindOfIdField(name, field);
        return kind === null ? [] : [{ field, kind }];
      });
    const unlisted = tools.filter((tool) => fieldsOf(tool).length === 0 && !(tool.name in takesNoId));
    expect(unlisted.map(({ name }) => name)).toEqual([]);
    const before = await digests();
    let cells = 0;
    for (const tool of tools.filter(({ name }) => !(name in takesNoId))) {
      for (const { field, kind } of [...fieldsOf(tool), ...moreFields(tool.name)]) {
        const ask = (role: RoleName, id: string) => {
          const given = bodyWithId(completeArguments()[tool.name] ?? {}, field, id);
          const message = mcpMessage('tools/call', { name: tool.name, arguments: given });
          return seen(role, id, 'POST', '/mcp', message, mcpHeaders('tools/call', tool.name));
        };
        for (const role of roleNames) {
          const unknown = await ask(role, unknownLike(idOf(kind)));
          expect(unknown.text, tool.name).not.toContain('internal_error');
          expect(await ask(role, idOf(kind)), `${tool.name} with ${field} of ${role}`).toEqual(unknown);
          cells += 1;
        }
      }
    }
    expect(cells).toBeGreaterThan(100);
    expect(await digests()).toEqual(before);
  });

  /** `payment` of place_order is an object without a schema. */
  const moreFields = (tool: string) => (tool === 'place_order' ? [{ field: 'payment_method', kind: 'card_id' }] : []);

  it('answers another account’s task, session and approval like unknown ones', async () => {
    const { owner, owned } = owners;
    const opening = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: { elicitation: {} },
        clientInfo: { name: 'older', version: '1' },
      },
    };
    const accept = { accept: 'application/json, text/event-stream' };
    const opened = await system.post('/mcp', owner.key, opening, accept);
    const session = opened.headers.get('mcp-session-id') ?? '';
    expect(session).not.toBe('');
    const order = orderFor(productOf(system));
    const call = mcpMessage('tools/call', { name: 'place_order', arguments: order });
    const asked = await system.post('/mcp', owner.key, call, mcpHeaders('tools/call', 'place_order'));
    const state: string = asked.body.result.requestState;
    const before = await digests();
    const answered = { approval: { action: 'accept', content: { approve: true } } };
    for (const role of roleNames) {
      const taskOf = (method: string) => (id: string) =>
        seen(role, id, 'POST', '/mcp', mcpMessage(method, { taskId: id }), mcpHeaders(method));
      const probes: [name: string, id: string, ask: (id: string) => ReturnType<typeof seen>][] = [
        ['tasks/get', owned.order_id ?? '', taskOf('tasks/get')],
        ['tasks/update', owned.order_id ?? '', taskOf('tasks/update')],
        ['tasks/cancel', owners.parts.asking_order_id ?? '', taskOf('tasks/cancel')],
        [
          'a session',
          session,
          (id) => {
            const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
            return seen(role, id, 'POST', '/mcp', list, { ...accept, 'mcp-session-id': id });
          },
        ],
        [
          'an approval',
          state,
          (id) => {
            const params = { name: 'place_order', arguments: order, requestState: id, inputResponses: answered };
            const message = mcpMessage('tools/call', params);
            return seen(role, id, 'POST', '/mcp', message, mcpHeaders('tools/call', 'place_order'));
          },
        ],
      ];
      for (const [name, id, ask] of probes) {
        const [first = '', secret] = id.split('.');
        const unknown = await ask(secret === undefined ? newId() : `${newId()}.${secret}`);
        expect(await ask(id), `${name} of ${role}`).toEqual(unknown);
        expect(first).not.toBe('');
      }
    }
    expect(await digests()).toEqual(before);
  });
});

describe('UCP', () => {
  const places = ['/ucp', '/ucp/2026-04-08', '/ucp/2026-01-11'];
  const destination = ucpAddress;
  const wish = () => ({
    line_items: [{ item: { id: productOf(system) }, quantity: 1 }],
    fulfillment: { methods: [{ type: 'shipping', destinations: [destination] }] },
  });

  /** Operations of both bindings with their paths, and what their ids refer to. */
  const operations: { method: string; path: string; tool: string; kind: 'checkout' | 'order' }[] = [
    { method: 'GET', path: '/checkout-sessions/:id', tool: 'get_checkout', kind: 'checkout' },
    { method: 'PUT', path: '/checkout-sessions/:id', tool: 'update_checkout', kind: 'checkout' },
    { method: 'POST', path: '/checkout-sessions/:id/complete', tool: 'complete_checkout', kind: 'checkout' },
    { method: 'POST', path: '/checkout-sessions/:id/cancel', tool: 'cancel_checkout', kind: 'checkout' },
    { method: 'GET', path: '/orders/:id', tool: 'get_order', kind: 'order' },
  ];
  const withoutId = ['search_catalog', 'lookup_catalog', 'get_product', 'create_checkout'];

  it('has no operation with an ID that the table leaves out', async () => {
    const inTable = operations.flatMap(({ method, path }) => places.map((place) => `${method} ${place}${path}`));
    const withId = [...routes].filter((route) => / \/ucp\/.*:id/.test(route));
    expect(withId.sort()).toEqual(inTable.sort());
    const tools = await listTools('/ucp/mcp');
    expect(tools.map(({ name }) => name).sort()).toEqual([...operations.map(({ tool }) => tool), ...withoutId].sort());
    for (const { name, inputSchema } of tools.filter((tool) => withoutId.includes(tool.name))) {
      expect(Object.keys(inputSchema.properties as Json), name).not.toContain('id');
    }
  });

  it('answers another account’s ID like an unknown one, over both bindings', { timeout: 60_000 }, async () => {
    const opened = await system.post('/ucp/checkout-sessions', owners.owner.key, wish());
    const signed = await agents.owner.call('POST', '/ucp/checkout-sessions', wish());
    expect([opened.status, signed.status], opened.text + signed.text).toEqual([201, 201]);
    const owned = { checkout: [opened.body.id, signed.body.id], order: [owners.owned.order_id ?? ''] };
    const before = await digests();
    let cells = 0;
    for (const { method, path, tool, kind } of operations) {
      const body = method === 'GET' ? undefined : method === 'PUT' ? wish() : {};
      const restOf = (place: string, id: string) => `${place}${path.replace(':id', id)}`;
      for (const role of roleNames) {
        for (const place of places) {
          const asks = {
            REST: (id: string) => seen(role, id, method, restOf(place, id), body),
            MCP: (id: string) => {
              const given = { meta: {}, id, ...(body === undefined ? {} : { checkout: body }) };
              return seen(role, id, 'POST', `${place}/mcp`, mcpMessage('tools/call', { name: tool, arguments: given }));
            },
          };
          for (const [binding, ask] of Object.entries(asks)) {
            const unknown = await ask(newId());
            expect([401, 403, 404], `${tool} ${unknown.text}`).toContain(unknown.status);
            for (const id of owned[kind]) {
              expect(await ask(id), `${tool} over ${binding} of ${role}`).toEqual(unknown);
              cells += 1;
            }
          }
        }
      }
      const askAs = async (id: string) => {
        const { status, text } = await agents.stranger.call(method, restOf('/ucp', id), body);
        return { status, text: masked(text.replaceAll(id, '(the id)')) };
      };
      for (const id of owned[kind]) expect(await askAs(id), `${tool} of another agent`).toEqual(await askAs(newId()));
    }
    expect(cells).toBeGreaterThan(350);
    expect(await digests()).toEqual(before);
  });
});
