import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '../../server/test/harness/free-port.ts';
import { type Result, waitWith } from './agent.ts';
import type { AgentTask } from './steps.ts';

/** What the API answers next: a message, or any other body. */
type Turn = (request: Result) => Promise<unknown> | unknown;

export const saying = (content: string) => ({ choices: [{ message: { role: 'assistant', content } }] });
export const calling = (name: string, given: unknown) => ({
  choices: [
    {
      message: {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(given) } }],
      },
    },
  ],
});

/** A chat completions API on loopback that answers with these turns. */
export async function startStandIn(turn: Turn, status = 200) {
  const server = createServer(async (request, response) => {
    const body = await turn(JSON.parse(await text(request)));
    const isThere = request.method === 'POST' && request.url === '/v1/chat/completions';
    response.writeHead(isThere ? status : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}/v1/`,
    name: 'stand-in',
    key: 'key of the stand-in',
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Makes the calls of the task's script. It knows only what a model reads. */
export function replay({ run }: AgentTask, shopUrl: string): Turn {
  let answer: (body: unknown) => void = () => {};
  let hear: (content: string) => void = () => {};
  const say = (body: unknown) =>
    new Promise<string>((resolve) => {
      hear = resolve;
      answer(body);
    });
  async function call(name: string, given: Result = {}) {
    const body = JSON.parse((await say(calling(name, given))).replaceAll(/<\/?store_text>/g, ''));
    return body.error ? { body: null, error: body.error } : { body, error: null };
  }
  const approve = async () => void (await say(saying('Please approve it.')));
  return ({ messages }) =>
    new Promise((resolve) => {
      answer = resolve;
      const { role, content } = messages.at(-1);
      if (messages.length > 2) return hear(content);
      if (role !== 'user') throw new Error('The prompt is missing.');
      const tools = {
        agent: { call, waitFor: waitWith(call) },
        shopUrl,
        approveAsOwner: approve,
        openAndApprove: approve,
      };
      run(tools).then(
        () => answer(saying('Done.')),
        (error) => answer({ error: `${error}` }),
      );
    });
}
