import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { fieldsOf } from '../../../src/kit/fields.ts';

// Tools of the conformance suite that run as tasks. Our own tasks are orders.

type Json = Record<string, unknown>;
type Ending = { result: CallToolResult } | { error: { code: number; message: string } };

interface Task {
  createdAt: string;
  endsAt: number;
  ending: Ending;
  /** What it waits for. */
  inputRequests: Map<string, unknown>;
  isCancelled: boolean;
}

const tasks = new Map<string, Task>();

function statusOf({ isCancelled, inputRequests, endsAt, ending }: Task): string {
  if (isCancelled) return 'cancelled';
  if (inputRequests.size > 0) return 'input_required';
  if (Date.now() < endsAt) return 'working';
  return 'error' in ending ? 'failed' : 'completed';
}

function describe(taskId: string, task: Task): Json {
  const { createdAt } = task;
  return { taskId, status: statusOf(task), createdAt, lastUpdatedAt: createdAt, ttlMs: 600_000, pollIntervalMs: 200 };
}

/** Null: no task of these. */
export const fixtureTasks = {
  get(taskId: string): Json | null {
    const task = tasks.get(taskId);
    if (!task) return null;
    const told = describe(taskId, task);
    if (told.status === 'input_required') return { ...told, inputRequests: Object.fromEntries(task.inputRequests) };
    return told.status === 'completed' || told.status === 'failed' ? { ...told, ...task.ending } : told;
  },
  cancel(taskId: string): boolean {
    const task = tasks.get(taskId);
    if (task && !['completed', 'failed'].includes(statusOf(task))) task.isCancelled = true;
    return task !== undefined;
  },
  update(taskId: string, inputResponses: Json): boolean {
    for (const key of Object.keys(inputResponses)) tasks.get(taskId)?.inputRequests.delete(key);
    return tasks.has(taskId);
  },
};

const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] });
const knowsTasks = ({ mcpReq }: ServerContext): boolean => {
  const { extensions } = fieldsOf(fieldsOf(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY]);
  return 'io.modelcontextprotocol/tasks' in fieldsOf(extensions);
};

interface Work {
  ending: Ending;
  afterMs?: number;
  inputs?: Json;
}

/** A task for a client that knows tasks, and the result for others. */
function run(context: ServerContext, { ending, afterMs = 0, inputs = {} }: Work): CallToolResult {
  if (!knowsTasks(context))
    return 'result' in ending ? ending.result : { isError: true, ...text(ending.error.message) };
  const taskId = crypto.randomUUID();
  const inputRequests = new Map(Object.entries(inputs));
  const createdAt = new Date().toISOString();
  const task = { createdAt, endsAt: Date.now() + afterMs, ending, inputRequests, isCancelled: false };
  tasks.set(taskId, task);
  return { content: [], resultType: 'task', ...describe(taskId, task) } as CallToolResult;
}

const confirmation = (message: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { confirm: { type: 'boolean' } }, required: ['confirm'] },
  });

export function taskTools(server: McpServer): void {
  const tool = (name: string, properties: Json, work: (given: Json, context: ServerContext) => Work) => {
    const inputSchema = fromJsonSchema<Json>({ type: 'object', properties } as never);
    server.registerTool(name, { description: `Fixture ${name}`, inputSchema }, (given, context) =>
      run(context, work(given, context)),
    );
  };
  const name = { name: { type: 'string' } };
  const greeting = fromJsonSchema<Json>({ type: 'object', properties: name } as never);
  server.registerTool('greet', { description: 'Greets', inputSchema: greeting }, (given) =>
    text(`Hello, ${String(given.name)}!`),
  );
  tool('slow_compute', { seconds: { type: 'number' }, label: { type: 'string' } }, ({ seconds, label }) => ({
    ending: { result: text(`Computed ${String(label)}.`) },
    afterMs: Number(seconds) * 1000,
  }));
  tool('failing_job', {}, () => ({ ending: { result: { isError: true, ...text('The job failed.') } }, afterMs: 500 }));
  tool('protocol_error_job', {}, () => ({ ending: { error: { code: -32603, message: 'The job broke.' } } }));
  tool('confirm_delete', { filename: { type: 'string' } }, () => ({
    ending: { result: text('Deleted.') },
    inputs: { confirm: confirmation('Delete it?') },
  }));
  tool('multi_input', {}, () => ({
    ending: { result: text('Both answered.') },
    inputs: { one: confirmation('One?'), two: confirmation('Two?') },
  }));
  const nothing = fromJsonSchema<Json>({ type: 'object', properties: {} });
  const about = { description: 'Asks, then runs as a task', inputSchema: nothing };
  server.registerTool('test_tool_with_task', about, async (_given, context) => {
    const answer = inputResponse(context.mcpReq.inputResponses, 'user_name');
    if (answer.kind === 'elicit') return run(context, { ending: { result: text(`Hello, ${answer.content?.name}!`) } });
    const requestedSchema = { type: 'object' as const, properties: { name: { type: 'string' as const } } };
    return inputRequired({
      inputRequests: { user_name: inputRequired.elicit({ message: 'Your name?', requestedSchema }) },
    });
  });
}
