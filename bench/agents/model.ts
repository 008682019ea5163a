import { fieldsOf, textOf } from '../../server/src/kit/fields.ts';
import { address } from '../../server/test/harness/system.ts';
import type { Call, ConnectedAgent } from './agent.ts';
import type { AgentTask, Tools } from './steps.ts';

/** A model behind a chat completions API like OpenAI's. */
export interface Model {
  /** Where `/chat/completions` is. */
  url: string;
  name: string;
  key?: string | undefined;
}

interface ToolCall {
  id: string;
  name: string;
  given: Record<string, unknown>;
}

/** More than twice what the longest script takes. */
const mostCalls = 30;

export class UnusableAnswer extends Error {}

const person = `You work for Jane Doe, without questions back. Her shipping address: ${JSON.stringify(address)}. Product prices in the tools are in cents.`;

/** Gives the task to the model and makes its calls. Returns why it was stopped; null if it ended by itself. */
export async function runModel(
  model: Model,
  { prompt, isApproved = false }: AgentTask,
  { agent, shopUrl, ...tools }: Omit<Tools, 'agent'> & { agent: ConnectedAgent },
): Promise<string | null> {
  const messages: object[] = [
    { role: 'system', content: `${agent.instructions}\n\n${person}` },
    { role: 'user', content: prompt.replaceAll('{shop}', shopUrl) },
  ];
  let mayApprove = isApproved;
  for (;;) {
    const { message, calls } = await ask(model, messages, agent.tools);
    messages.push(message);
    if (agent.calls.length + calls.length > mostCalls) return `stopped at ${mostCalls} calls`;
    for (const { id, name, given } of calls) {
      const { text } = await agent.call(name, given);
      messages.push({ role: 'tool', tool_call_id: id, content: text });
    }
    if (calls.length > 0) continue;
    if (!mayApprove) return null;
    mayApprove = false;
    await approvePending(agent.calls, tools);
    messages.push({ role: 'user', content: 'I approved it.' });
  }
}

async function approvePending(calls: Call[], tools: Pick<Tools, 'openAndApprove' | 'approveAsOwner'>): Promise<void> {
  for (const { body, error } of calls.toReversed()) {
    if (error?.details?.approval_url) return tools.openAndApprove(error.details.approval_url);
    if (body?.next_action?.id) return tools.approveAsOwner(body.next_action.id);
  }
}

async function ask(model: Model, messages: object[], tools: ConnectedAgent['tools']) {
  const functions = tools.map(({ name, description, inputSchema: parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }));
  const response = await fetch(`${model.url.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': 'application/json', ...(model.key ? { authorization: `Bearer ${model.key}` } : {}) },
    body: JSON.stringify({ model: model.name, messages, tools: functions }),
    signal: AbortSignal.timeout(300_000),
  });
  const text = await response.text();
  // Also with a wrong key or name: the other tasks would fail in the same way.
  if (!response.ok) throw new Error(`The model's API answered ${response.status}: ${text.slice(0, 300)}`);
  const choices = fieldsOf(parsed(text)).choices;
  const message = fieldsOf(fieldsOf(Array.isArray(choices) ? choices[0] : null).message);
  const asked = message.tool_calls ?? [];
  if (!Array.isArray(asked)) throw new UnusableAnswer('tool_calls is not a list');
  const known = new Set(tools.map(({ name }) => name));
  const calls = asked.map((call) => readCall(fieldsOf(call), known));
  if (calls.length === 0 && typeof message.content !== 'string') {
    throw new UnusableAnswer('no choices[0].message with content or tool_calls');
  }
  return { message: { ...message, role: 'assistant' }, calls };
}

/** No call of an answer is made unless all of them can be read. */
function readCall(call: Record<string, unknown>, known: Set<string>): ToolCall {
  const { name, arguments: given } = fieldsOf(call.function);
  const id = textOf(call.id);
  if (!id || typeof name !== 'string') throw new UnusableAnswer('a tool call without id or name');
  if (!known.has(name)) throw new UnusableAnswer(`a call of the unknown tool ${JSON.stringify(name.slice(0, 60))}`);
  // Tools without parameters are often called with an empty text.
  const read = given === '' ? {} : parsed(textOf(given) ?? '');
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    throw new UnusableAnswer(`arguments of ${name} that are not a JSON object`);
  }
  return { id, name, given: { ...read } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
