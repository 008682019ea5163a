import { fieldsOf } from '../../../kit/fields.ts';
import { type App, answerParseError } from '../../../platform/http/index.ts';
import { requireScope } from '../../access/accounts/index.ts';
import { keyRequired } from './failures.ts';
import { isOperation, isReadOperation, operations, readOperations } from './operations.ts';
import { basePathOf } from './profile.ts';
import {
  authenticateAgent,
  buyerOf,
  createResponseSigner,
  hidden,
  runForBuyer,
  runOperation,
  type UcpRouteNeeds,
} from './run-operation.ts';

const tools = Object.entries(operations).map(([name, { summary, subject, hasId, body }]) => ({
  name,
  description: summary,
  inputSchema: {
    type: 'object',
    properties: {
      meta: { type: 'object' },
      ...(hasId ? { id: { type: 'string' } } : {}),
      ...(subject === null ? {} : { [subject]: body }),
    },
    required: [
      'meta',
      ...(hasId ? ['id'] : []),
      ...(subject === null || name === 'complete_checkout' ? [] : [subject]),
    ],
  },
}));

/** The same operations as tools over JSON-RPC, without sessions. */
export function mcpRoute(app: App, needs: UcpRouteNeeds): void {
  const door = {
    onRequest: needs.guard.anyone,
    onSend: createResponseSigner(needs),
    config: { keepsBytes: true },
    schema: hidden,
    errorHandler: answerParseError,
  };
  app.post(`${basePathOf(needs.shown.version)}/mcp`, door, async (request, reply) => {
    const { id = null, method, params } = fieldsOf(request.body);
    const fail = (status: number, code: number, message: string, data: unknown = null) =>
      reply.code(status).send({ jsonrpc: '2.0', id, error: { code, message, ...(data === null ? {} : { data }) } });
    const succeed = (result: unknown) => reply.send({ jsonrpc: '2.0', id, result });
    if (typeof method !== 'string') return fail(400, -32600, 'The body is not a JSON-RPC request.');
    if (method === 'tools/list') return succeed({ tools });
    if (method !== 'tools/call') return fail(200, -32601, 'This endpoint supports tools/list and tools/call.');
    const { name, arguments: given } = fieldsOf(params);
    if (!isOperation(name)) return fail(200, -32602, 'Unknown tool.');
    const args = fieldsOf(given);
    const { subject } = operations[name];
    const asked = { id: String(args.id ?? ''), body: subject === null ? {} : (args[subject] ?? {}) };
    const outcome = await runOperation(async () => {
      const buyer = buyerOf(request, await authenticateAgent(needs, request));
      if (!isReadOperation(name))
        return runForBuyer(needs, name, buyer, { ...asked, key: keyIn(args, request.headers) });
      if (buyer.kind !== 'key') throw keyRequired();
      requireScope(buyer.caller, readOperations[name].scope);
      return { data: await readOperations[name].look(needs, buyer.caller.world, asked) };
    });
    if ('refusal' in outcome) {
      const { status, code, content, headers } = outcome.refusal;
      reply.headers(headers);
      return fail(status, -32000, content, { code, content });
    }
    return succeed({
      structuredContent: outcome.data,
      content: [{ type: 'text', text: JSON.stringify(outcome.data) }],
    });
  });
}

/** The key is an argument, as the binding says, or a header. */
function keyIn({ meta }: Record<string, unknown>, headers: Record<string, unknown>): string | undefined {
  const told = fieldsOf(meta)['idempotency-key'];
  const key = told ?? headers['idempotency-key'];
  return typeof key === 'string' ? key : undefined;
}
