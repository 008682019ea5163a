import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { CallToolResultSchema, TaskStatusNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/domains/access/accounts/index.ts';
import { connectModern, connectOlderWith } from '../harness/mcp-client.ts';
import { signIn } from '../harness/person.ts';
import { address, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

type Json = Record<string, unknown>;
const version = '2026-07-28';

function message(method: string, params: Json = {}, capabilities: Json = {}) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  return { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } };
}

const headersFor = (method: string, name?: unknown): Record<string, string> => ({
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': version,
  'mcp-method': method,
  ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
});

const send = (key: string | undefined, method: string, params: Json = {}, capabilities: Json = {}) =>
  system.post('/mcp', key, message(method, params, capabilities), headersFor(method, params.name));

/** Calls a tool. Returns its result or error. */
async function use(key: string | undefined, name: string, given: Json = {}, capabilities: Json = {}) {
  const { body } = await send(key, 'tools/call', { name, arguments: given }, capabilities);
  const { result } = body;
  const text = result?.content?.[0]?.text;
  return { result, error: result?.isError ? JSON.parse(text).error : null };
}

const order = () => ({
  products: [{ url: `${system.url}/shop/products/test-success`, quantity: 1 }],
  shipping_address: address,
});

interface Listed {
  name: string;
  annotations: Record<string, boolean>;
}

describe('POST /mcp', () => {
  it('says what it is to a client of the present revision', async () => {
    const { status, body } = await send(undefined, 'server/discover');
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      supportedVersions: expect.arrayContaining([version]),
      capabilities: { tools: {} },
    });
  });

  it('says what to do about wrong arguments, as about every other failure', async () => {
    const key = await system.mint();
    for (const [name, given] of [
      ['place_order', {}],
      ['get_order', { order_id: 7 }],
      ['get_wallet', { surprise: true }],
      ['search_products', { query: '' }],
    ] as const) {
      const { result, error } = await use(key, name, given);
      expect(result.isError, name).toBe(true);
      expect(error, name).toMatchObject({
        code: 'invalid_request',
        retryable: false,
        next_step: expect.stringContaining('arguments'),
      });
    }
  });

  it('lists its tools in less than 5,000 tokens, each with schemas and true hints', async () => {
    const tools: Listed[] = (await send(undefined, 'tools/list')).body.result.tools;
    expect(tools).toHaveLength(18);
    // A token of JSON is rarely shorter than three and a half characters.
    const { length } = JSON.stringify(tools);
    expect(length / 3.5).toBeLessThan(5000);
    // The page says how much it is.
    const page = readFileSync(new URL('../../../docs/interface/mcp.md', import.meta.url), 'utf8');
    expect(page).toContain(`${(length / 1000).toFixed(1)} kB of JSON`);
    for (const tool of tools)
      expect(tool).toMatchObject({ inputSchema: { type: 'object' }, outputSchema: { type: 'object' } });
    const namesWith = (hint: string) => tools.filter((tool) => tool.annotations[hint]).map((tool) => tool.name);
    expect(namesWith('destructiveHint')).toEqual(['place_order', 'cancel_order', 'answer_action']);
    const writing = tools.filter((tool) => !tool.annotations.readOnlyHint).map((tool) => tool.name);
    expect(writing).toEqual(['place_order', 'cancel_order', 'answer_action', 'request_return']);
  });

  it.each([
    [{ host: 'evil.example' }, 403],
    [{ host: 'localhost', origin: 'https://evil.example' }, 403],
    [{ host: 'localhost', origin: 'null' }, 403],
    [{ host: 'localhost' }, 200],
    [{ host: 'localhost', origin: 'http://localhost:1234' }, 200],
  ])('with %j answers %i', async (headers, expected) => {
    const status = await new Promise((resolve, reject) => {
      const all = { 'content-type': 'application/json', ...headersFor('tools/list'), ...headers };
      const sending = request(`${system.url}/mcp`, { method: 'POST', headers: all }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode));
      });
      sending.on('error', reject).end(JSON.stringify(message('tools/list')));
    });
    expect(status).toBe(expected);
  });

  it('rejects an invalid key, and links to the docs', async () => {
    const { status, headers, body } = await send('svc_test_nonsense', 'tools/list');
    expect([status, body.error.code]).toEqual([401, 'unauthorized']);
    const where = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '')?.[1];
    const metadata = await (await fetch(where!)).json();
    expect(metadata).toMatchObject({ resource: `${system.url}/mcp`, bearer_methods_supported: ['header'] });
  });

  it('without a key shows the sandbox and offers one', async () => {
    expect((await use(undefined, 'search_products', { query: 'headphones', retailer: 'walmart' })).error).toBeNull();
    expect((await use(undefined, 'search_products', { query: 'x', min_price: 2, max_price: 1 })).error).toMatchObject({
      code: 'invalid_request',
      retryable: false,
    });
    const { result } = await use(undefined, 'list_test_products');
    expect(result.structuredContent.products.length).toBeGreaterThan(5);
    expect((await use(undefined, 'place_order', order())).error).toMatchObject({
      code: 'unauthorized',
      next_step: expect.stringContaining('/sandbox/keys'),
    });
    const form = { elicitation: { form: {} } };
    expect((await use(undefined, 'get_wallet', {}, form)).result).toMatchObject({ resultType: 'input_required' });
  });

  it("does what the key's scopes allow, and nothing more", async () => {
    const { accountId } = await system.account('test');
    const made = { accountId, world: 'test', label: 'reader', permissions: { scopes: ['read'] } } as const;
    const { key } = await createKey(
      { tx: system.database.db, clock: system.clock },
      { ...made, permissions: { scopes: ['read'] } },
    );
    expect((await use(key, 'get_wallet')).error).toBeNull();
    expect((await use(key, 'place_order', order())).error).toMatchObject({ code: 'forbidden', retryable: false });
    expect((await use(key, 'list_orders')).result.structuredContent.total).toBe(0);
  });

  it('shows nobody what is not theirs', async () => {
    const [key, other] = [await system.mint(), await system.mint()];
    const placed = await system.post('/orders', key, { ...order(), max_price: 5000 });
    const given = { order_id: placed.body.id };
    expect((await use(key, 'get_order', given)).result.structuredContent.id).toBe(placed.body.id);
    for (const name of ['get_order', 'wait_for_order', 'cancel_order']) {
      expect((await use(other, name, given)).error, name).toMatchObject({
        code: 'not_found',
        next_step: expect.any(String),
      });
    }
    expect((await use(key, 'cancel_order', given)).result.structuredContent.status).toBe('cancelled');
    expect((await use(key, 'cancel_order', given)).error).toMatchObject({ code: 'order_not_cancellable' });
  });

  it('names what is wrong with the arguments', async () => {
    const key = await system.mint();
    const { error } = await use(key, 'place_order', { ...order(), shipping_address: { ...address, postal_code: '' } });
    expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('postal_code') });
    const { body } = await send(key, 'tools/call', { name: 'get_order', arguments: { order_id: 1 } });
    expect(body.result?.isError ?? body.error !== undefined).toBe(true);
  });

  it('sends a client that can only open pages to the approval page', async () => {
    const key = await system.mint();
    const url = { elicitation: { url: {} } };
    const { result } = await use(key, 'place_order', order(), url);
    const { requestState, inputRequests } = result;
    const page = inputRequests.approval.params.url;
    const back = {
      name: 'place_order',
      arguments: order(),
      requestState,
      inputResponses: { approval: { action: 'accept' } },
    };
    const early = (await send(key, 'tools/call', back, url)).body.result;
    expect(JSON.parse(early.content[0].text).error.code).toBe('approval_required');
    const approve = () => fetch(page, { method: 'POST', body: new URLSearchParams({ answer: 'approve' }) });
    expect([(await approve()).status, (await approve()).status]).toEqual([200, 404]);
    const bought = (await send(key, 'tools/call', back, url)).body.result;
    expect(bought.structuredContent.status).toBe('pending');
    const { headers } = await fetch(page);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('lets only the person of the account approve, once the account has one', async () => {
    const person = await signIn(system, 'jane@example.com');
    const stranger = await signIn(system, 'joe@example.com');
    const made = await person.call('/keys', { method: 'POST', body: { label: 'Assistant', world: 'test' } });
    const { api_key: key, id: keyId } = made.body;
    const { error } = await use(key, 'place_order', order());
    expect(error).toMatchObject({ code: 'approval_required' });
    const { approval_id: id, approval_url: url } = error.details;
    // The agent holds no secret that says yes for the person.
    expect(url).toBe(`${system.url}/app/approvals/${id}`);
    const path = `/approvals/${id}`;
    const answer = { method: 'POST', body: { approved: true } } as const;
    expect((await system.call(path, { ...answer, key })).status).toBe(401);
    expect((await system.call(path, answer)).status).toBe(401);
    expect((await system.get(path, key)).body).toMatchObject({ kind: 'mcp', state: 'open', url });
    expect((await stranger.call(path)).status).toBe(404);
    expect((await stranger.call(path, answer)).status).toBe(404);
    expect((await person.call(`/approvals/${crypto.randomUUID()}`, answer)).status).toBe(404);
    expect((await person.call(path, { method: 'POST', body: { approved: 'yes' } })).status).toBe(422);
    expect((await person.call('/approvals/x')).status).toBe(422);
    const again = async () => use(key, 'place_order', { ...order(), approval_id: id });
    expect((await again()).error.code).toBe('approval_required');
    expect((await person.call(path)).body).toMatchObject({ state: 'open', key: 'Assistant', order_id: null });
    const answers = await Promise.all(Array.from({ length: 5 }, () => person.call(path, answer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const { result } = await again();
    expect(result.structuredContent.status).toBe('pending');
    expect((await again()).error.code).toBe('approval_invalid');
    expect((await person.call(path)).body).toMatchObject({ state: 'used', order_id: result.structuredContent.id });
    expect(keyId).toHaveLength(36);
  });

  it('sends the approval page of a sandbox that was claimed since to its person', async () => {
    const { body: minted } = await system.post('/sandbox/keys', undefined);
    const { error } = await use(minted.api_key, 'place_order', order());
    const page: string = error.details.approval_url;
    expect((await fetch(page)).status).toBe(200);
    const person = await signIn(system, 'claimer@example.com');
    const token = minted.claim_url.split('/').at(-1);
    const claimed = await person.call('/sandbox/claim', { method: 'POST', body: { token } });
    expect(claimed.status, claimed.text).toBeLessThan(300);
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? new URLSearchParams({ answer: 'approve' }) : null;
      const answer = await fetch(page, { method, body, redirect: 'manual' });
      expect([method, answer.status]).toEqual([method, 303]);
    }
    const mine = await person.call(`/approvals/${error.details.approval_id}`);
    expect(mine.body.state).toBe('open');
  });

  it('gives a client that knows tasks a task for its order, and nobody else', async () => {
    const [key, other] = [await system.mint(), await system.mint()];
    const tasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
    const able = { ...tasks, elicitation: { form: {} } };
    const discovered = (await send(undefined, 'server/discover')).body.result;
    expect(discovered.capabilities.extensions).toHaveProperty(['io.modelcontextprotocol/tasks']);
    const buy = async (capabilities: Json) => {
      const { result } = await use(key, 'place_order', order(), capabilities);
      const back = {
        name: 'place_order',
        arguments: order(),
        requestState: result.requestState,
        inputResponses: { approval: { action: 'accept', content: { approve: true } } },
      };
      return (await send(key, 'tools/call', back, capabilities)).body.result;
    };
    expect((await buy({ elicitation: { form: {} } })).resultType).toBe('complete');
    const task = await buy(able);
    expect(task).toMatchObject({ resultType: 'task', status: 'working', ttlMs: null, taskId: expect.any(String) });
    const { taskId } = task;
    const ask = (method: string, who: string | undefined, capabilities: Json = tasks, id: string = taskId) =>
      system.post('/mcp', who, message(method, { taskId: id }, capabilities), headersFor(method, id));
    expect((await ask('tasks/get', key)).body.result).toMatchObject({
      resultType: 'complete',
      taskId,
      status: 'working',
      statusMessage: expect.any(String),
    });
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      expect((await ask(method, key, {})).body.error, method).toMatchObject({ code: -32021 });
      for (const [who, id] of [
        [other, taskId],
        [undefined, taskId],
        [key, crypto.randomUUID()],
        [key, 'x'],
      ] as const) {
        expect((await ask(method, who, tasks, id)).body.error, method).toMatchObject({ code: -32602 });
      }
    }
    expect((await system.get(`/orders/${taskId}`, key)).body.status).toBe('pending');
    expect((await ask('tasks/cancel', key)).body.result).toMatchObject({ resultType: 'complete' });
    expect((await ask('tasks/get', key)).body.result).toMatchObject({ status: 'cancelled' });
  });

  it('has a card for a quote and for packages, which reaches nothing outside', async () => {
    const { tools } = (await send(undefined, 'tools/list')).body.result;
    const carded = tools.filter((tool: { _meta?: unknown }) => tool._meta).map((tool: Listed) => tool.name);
    expect(carded).toEqual(['quote_order', 'track_order']);
    const uri = 'ui://errand/card.html';
    expect(tools[3]._meta.ui.resourceUri).toBe(uri);
    const read = message('resources/read', { uri });
    const { body } = await system.post('/mcp', undefined, read, headersFor('resources/read', uri));
    const [card] = body.result.contents;
    expect(card).toMatchObject({ uri, mimeType: 'text/html;profile=mcp-app' });
    expect(card.text).toContain('ui/initialize');
    expect(card.text).not.toMatch(/innerHTML|https?:|src=/);
  });

  it('keeps the connection of an older client for its own key', async () => {
    const [key, other] = [await system.mint(), await system.mint()];
    const accept = { accept: 'application/json, text/event-stream' };
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: { elicitation: {} },
      clientInfo: { name: 't', version: '1' },
    };
    const opened = await system.post('/mcp', key, { jsonrpc: '2.0', id: 1, method: 'initialize', params }, accept);
    const session = { ...accept, 'mcp-session-id': opened.headers.get('mcp-session-id')! };
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    expect((await system.post('/mcp', key, list, session)).status).toBe(200);
    expect((await system.post('/mcp', other, list, session)).status).toBe(404);
    expect((await system.post('/mcp', undefined, list, session)).status).toBe(404);
    expect((await system.call('/mcp', { method: 'DELETE', key, headers: session })).status).toBe(200);
    expect((await system.post('/mcp', key, list, session)).status).toBe(404);
  });

  it('gives a 2025 client that requests one a task, and the result once the order is placed', async () => {
    const [key, other] = [await system.mint(), await system.mint()];
    const person = async () => ({ action: 'accept' as const, content: { approve: true } });
    const { client, close } = await connectOlderWith({ url: system.url, key, person });
    const stranger = await connectOlderWith({ url: system.url, key: other });
    expect(client.getServerCapabilities()?.tasks).toMatchObject({ requests: { tools: { call: {} } } });
    const { tools }: { tools: { name: string; execution?: { taskSupport?: string } }[] } = await client.listTools();
    const able = tools.filter(({ execution }) => execution?.taskSupport === 'optional').map(({ name }) => name);
    expect(able).toEqual(['place_order']);
    const { tasks } = client.experimental;
    const buy = (given: Json) =>
      tasks.callToolStream({ name: 'place_order', arguments: given }, undefined, { task: {} });
    const seen: string[] = [];
    for await (const step of buy(order())) {
      seen.push(step.type);
      if (step.type === 'taskCreated') {
        const { taskId } = step.task;
        expect(step.task).toMatchObject({ status: 'working', ttl: null });
        expect((await tasks.listTasks()).tasks.map((task: { taskId: string }) => task.taskId)).toEqual([taskId]);
        const strange = stranger.client.experimental.tasks;
        for (const ask of [
          () => strange.getTask(taskId),
          () => strange.getTaskResult(taskId, CallToolResultSchema),
          () => strange.cancelTask(taskId),
        ]) {
          await expect(ask()).rejects.toThrow('Task not found');
        }
        expect((await strange.listTasks()).tasks).toEqual([]);
        await system.queue.drain();
      }
      if (step.type === 'result') expect(step.result.structuredContent).toMatchObject({ status: 'order_placed' });
    }
    expect([seen[0], seen.at(-1)]).toEqual(['taskCreated', 'result']);
    const told: { taskId: string; status: string }[] = [];
    const onStatus = ({ params }: { params: (typeof told)[number] }) => void told.push(params);
    client.setNotificationHandler(TaskStatusNotificationSchema, onStatus);
    const callOff = async () => {
      const late = (await buy(order()).next()).value;
      if (late?.type !== 'taskCreated') throw new Error(`No task, but ${JSON.stringify(late)}.`);
      const { taskId } = late.task;
      // Asked first, but nothing says that it also looks first: then it has nothing to tell, and the next one is tried.
      const result = tasks.getTaskResult(taskId, CallToolResultSchema);
      expect(await tasks.getTask(taskId)).toMatchObject({ status: 'working' });
      expect(await tasks.cancelTask(taskId)).toMatchObject({ status: 'cancelled' });
      expect((await result).structuredContent).toMatchObject({ id: taskId, status: 'cancelled' });
      return told.filter((each) => each.taskId === taskId).map(({ status }) => status);
    };
    await expect.poll(callOff, { timeout: 30_000 }).toEqual(['cancelled']);
    // What is refused makes no order: the task has failed, and says why.
    const lacking = (await buy({ ...order(), products: [{ url: 'https://nobody.example/1', quantity: 1 }] }).next())
      .value;
    if (lacking?.type !== 'taskCreated') throw new Error(`No task, but ${JSON.stringify(lacking)}.`);
    const { taskId } = lacking.task;
    expect(await tasks.getTask(taskId)).toMatchObject({ status: 'failed', statusMessage: expect.any(String) });
    expect(JSON.stringify(await tasks.getTaskResult(taskId, CallToolResultSchema))).toContain('unsupported_retailer');
    for (const id of ['refused.x', crypto.randomUUID()])
      await expect(tasks.getTask(id)).rejects.toThrow('Task not found');
    const plain = await client.callTool({ name: 'place_order', arguments: order() });
    expect(plain).not.toHaveProperty('task');
    const { orders } = (await system.get('/orders', key)).body;
    const kept = orders
      .map(({ status }: { status: string }) => status)
      .filter((status: string) => status !== 'cancelled');
    expect(kept).toEqual(['pending', 'order_placed']);
    await Promise.all([close(), stranger.close()]);
  });

  it('declines for a person who declines', async () => {
    const key = await system.mint();
    const client = await connectModern({ url: system.url, key, person: async () => ({ action: 'decline' }) });
    const { body } = await client.call('place_order', order());
    expect(body.error).toMatchObject({ code: 'approval_denied', retryable: false });
    expect((await client.call('list_orders')).body.total).toBe(0);
    await client.close();
  });
});
