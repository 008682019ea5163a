import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startTestServer } from '../../../test/harness/http-server.ts';

function ask(url: string, agent: Agent): Promise<{ status: number; connection: string | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode!, connection: response.headers.connection, body }),
      );
    }).on('error', reject);
  });
}

describe('closeHttp', () => {
  it('completes requests in flight, sends Connection: close, and drops idle connections immediately', async () => {
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const server = await startTestServer({
      routes: (app) => {
        app.get('/slow', { schema: { hide: true } }, async () => {
          await held;
          return { done: true };
        });
      },
    });
    const agent = new Agent({ keepAlive: true });
    expect((await ask(`${server.url}/hello`, agent)).connection).toBe('keep-alive');
    const slow = ask(`${server.url}/slow`, agent);
    const idle = connect(server.port, '127.0.0.1');
    const idleClosed = new Promise((resolve) => idle.on('close', resolve));
    idle.write('GET /hello HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => idle.once('data', resolve));

    const stopped = server.close();
    await idleClosed;
    await expect(ask(`${server.url}/hello`, new Agent())).rejects.toThrow('ECONNREFUSED');
    finish();
    expect(await slow).toEqual({ status: 200, connection: 'close', body: '{"done":true}' });
    await stopped;
    agent.destroy();
  });
});
