import { readFileSync } from 'node:fs';
import {
  type ClientCapabilities,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { fieldsOf } from '../../../kit/fields.ts';
import { isUuid } from '../../../kit/ids.ts';
import { type Call, errorIn, isSuccess, type Json, type Outcome } from './call.ts';
import type { CallContext } from './call-context.ts';
import {
  isOrder,
  type OrderView,
  openStatuses,
  orderFrom,
  resultOfOrder,
  taskNotFound,
  taskOf,
} from './task-of-order.ts';
import { createOlderTasks, isOlder } from './tasks-2025.ts';
import { createToolSchema } from './tool-schema.ts';

export const cardsExtension = 'io.modelcontextprotocol/ui';
export const cardMimeType = 'text/html;profile=mcp-app';
const uri = 'ui://errand/card.html';

export const cardMeta = { ui: { resourceUri: uri } };

/** Loads nothing external, so a host can sandbox it. */
const text = readFileSync(new URL('./assets/card.html', import.meta.url), 'utf8');

/** A small page (MCP Apps) that shows a quote or parcels. */
export function registerCards(server: McpServer): void {
  const about = {
    title: 'Errand',
    description: "Shows a quote or the location of an order's packages.",
    mimeType: cardMimeType,
    _meta: { ui: { prefersBorder: true } },
  };
  server.registerResource('card', uri, about, async () => ({
    contents: [{ uri, mimeType: cardMimeType, text, _meta: { ui: { prefersBorder: true } } }],
  }));
}

export const tasksExtension = 'io.modelcontextprotocol/tasks';
const required: ClientCapabilities = { extensions: { [tasksExtension]: {} } };

export const supportsTasks = (capabilities: ClientCapabilities | undefined): boolean =>
  capabilities?.extensions?.[tasksExtension] !== undefined;

/** An order as a task, for a client that supports tasks. */
export function toTask(outcome: Outcome): Outcome {
  const { body } = outcome;
  if (!isOrder(body) || !openStatuses.has(body.status)) return outcome;
  return { ...outcome, more: { resultType: 'task', ...taskOf(body) } };
}

/** Tasks that are not orders. Null and false: unknown id. */
export interface TaskSource {
  get(taskId: string): Json | null;
  cancel(taskId: string): boolean;
  update(taskId: string, inputResponses: Json): boolean;
}

interface TaskNeeds {
  others?: TaskSource;
  call: Call;
  callContextIn(context: ServerContext): CallContext;
  capabilitiesIn(context: ServerContext): ClientCapabilities | undefined;
}

const params = createToolSchema<{ taskId: string }>({
  type: 'object',
  // The id of a refused task holds its error.
  properties: { taskId: { type: 'string', maxLength: 16_000 } },
  required: ['taskId'],
});

/** A task is the order with the same id; each call is an operation with the caller's key. */
export function registerTasks({ server }: McpServer, { call, callContextIn, capabilitiesIn, others }: TaskNeeds): void {
  function requireTasks(context: ServerContext): void {
    // 2025 clients say it on the call that creates the task.
    if (!isOlder(context) && !supportsTasks(capabilitiesIn(context))) {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: required });
    }
  }

  async function orderOf(taskId: string, context: ServerContext): Promise<OrderView> {
    requireTasks(context);
    const callContext = callContextIn(context);
    if (callContext.caller === null || !isUuid(taskId)) throw taskNotFound();
    const reply = await call(callContext, { method: 'GET', path: `/orders/${taskId}` });
    if (reply.status === 404) throw taskNotFound();
    if (!isSuccess(reply)) throw new ProtocolError(ProtocolErrorCode.InternalError, errorIn(reply).message);
    return orderFrom(reply.body);
  }

  const older = createOlderTasks({ call, callContextIn, orderOf });
  older.register(server, params);
  server.setRequestHandler('tasks/get', { params }, async ({ taskId }, context) => {
    if (isOlder(context)) return older.get(taskId, context);
    requireTasks(context);
    const other = others?.get(taskId);
    if (other) return other;
    const order = await orderOf(taskId, context);
    const task = taskOf(order);
    return task.status === 'completed' ? { ...task, result: resultOfOrder(order) } : task;
  });
  // An order needs no input through a task: people answer an action at its url, clients with answer_action.
  server.setRequestHandler('tasks/update', { params }, async ({ taskId }, context) => {
    requireTasks(context);
    if (!others?.update(taskId, fieldsOf(context.mcpReq.inputResponses))) await orderOf(taskId, context);
    return {};
  });
  // An order in progress cannot be canceled. The request is acknowledged, and the task shows the outcome.
  server.setRequestHandler('tasks/cancel', { params }, async ({ taskId }, context) => {
    requireTasks(context);
    if (others?.cancel(taskId)) return {};
    await orderOf(taskId, context);
    await call(callContextIn(context), { method: 'POST', path: `/orders/${taskId}/cancel` });
    if (isOlder(context)) return older.get(taskId, context);
    return {};
  });
}
