import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { fieldsOf, messageOf } from '../../kit/fields.ts';

/** The proxy in front of the service, as a request shows it. */
interface Reached {
  /** The proxy's address; null if the running service responded. */
  proxy: string | null;
}

const timeoutMs = 10_000;
const headerName = 'x-errand-setup';

/**
 * Opens a public URL like its users would, and checks that this machine responds. If the service is not running, this
 * function answers in its place.
 */
export async function checkAddress(
  publicUrl: string,
  { host, port }: { host: string; port: number },
): Promise<Reached> {
  const token = randomUUID();
  let proxy: string | null = null;
  const server = createServer((request, response) => {
    proxy = request.socket.remoteAddress ?? null;
    response.setHeader(headerName, token).end('ok');
  });
  const isListening = await new Promise<boolean>((resolve, reject) => {
    server.once('listening', () => resolve(true));
    server.once('error', (error) => (fieldsOf(error).code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(port, host);
  });
  try {
    const answer = await fetch(`${publicUrl}/health`, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    const body = await answer.text();
    const isOurs = isListening ? answer.headers.get(headerName) === token : /^\{"status":/.test(body);
    if (!isOurs)
      throw new Error(
        `Something else responded (status ${answer.status}). Forward requests to http://${host}:${port}.`,
      );
    return { proxy };
  } catch (error) {
    const { cause } = fieldsOf(error);
    throw cause === undefined ? error : new Error(`Could not open ${publicUrl}: ${messageOf(cause)}.${hintFor(cause)}`);
  } finally {
    await new Promise((resolve) => (isListening ? server.close(resolve) : resolve(null)));
  }
}

/** Node.js does not trust the machine's certificate authorities, only its own list. */
function hintFor(cause: unknown): string {
  const isUntrusted = /ISSUER|SELF_SIGNED|UNABLE_TO_VERIFY/.test(String(fieldsOf(cause).code));
  return isUntrusted
    ? ' If you use a private certificate authority, set NODE_EXTRA_CA_CERTS to the path of its certificate and run setup again.'
    : '';
}

/** Configuration for a proxy that gets certificates by itself, and for one where you provide them. */
export function proxyExamples(publicUrl: string, { host, port }: { host: string; port: number }): string {
  const { host: name } = new URL(publicUrl);
  return `With Caddy, which gets the certificate automatically, the whole Caddyfile is:

  ${name} {
    reverse_proxy ${host}:${port}
  }

With nginx and your own certificate:

  server {
    listen 443 ssl;
    server_name ${name};
    ssl_certificate /etc/ssl/errand.pem;
    ssl_certificate_key /etc/ssl/errand.key;
    client_max_body_size 50m;
    location / {
      proxy_pass http://${host}:${port};
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto https;
      proxy_read_timeout 120s;
    }
  }
`;
}
