import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  at: number;
  method: string;
  path: string;
  id: string;
  event: string;
  headers: Record<string, string>;
  body: string;
}

/** A status, a whole response, or no response. */
type EndpointReply = number | { status: number; headers?: Record<string, string>; text?: string } | 'hang' | 'hang up';

export type TestEndpoint = Awaited<ReturnType<typeof startTestEndpoint>>;

/** A webhook endpoint on loopback. Returns 200 by default. */
export async function startTestEndpoint(
  react: (received: Received) => EndpointReply | Promise<EndpointReply> = () => 200,
) {
  const received: Received[] = [];
  const problems: string[] = [];
  const underWayByPath = new Map<string, number>();
  const state = { react };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one: Received = {
      at: Date.now(),
      method: request.method ?? '',
      path: request.url ?? '',
      id: String(request.headers['webhook-id']),
      event: String(request.headers['x-webhook-event']),
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
    };
    received.push(one);
    underWayByPath.set(one.path, (underWayByPath.get(one.path) ?? 0) + 1);
    response.on('close', () => underWayByPath.set(one.path, underWayByPath.get(one.path)! - 1));
    const reaction = await state.react(one);
    if (reaction === 'hang') return;
    if (reaction === 'hang up') return void request.socket.destroy();
    const answer = typeof reaction === 'number' ? { status: reaction } : reaction;
    response
      .writeHead(answer.status, 'headers' in answer ? answer.headers : {})
      .end('text' in answer ? answer.text : '');
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => problems.push(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    underWayByPath,
    at: (path: string) => received.filter((one) => one.path === path),
    become: (next: typeof react) => {
      state.react = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
