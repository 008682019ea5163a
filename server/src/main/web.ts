import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../kit/failure.ts';
import { type App, html, sendPage } from '../platform/http/index.ts';

export const builtPages = fileURLToPath(new URL('../../../web/dist', import.meta.url));

interface Needs {
  /** The folder with the built pages. */
  folder: string;
}

type Encoding = 'br' | 'gzip' | 'identity';

interface BuiltFile {
  type: string;
  contents: Partial<Record<Encoding, Buffer>>;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
const encodings: Record<string, Encoding> = { '.br': 'br', '.gz': 'gzip' };

/** All pages are one file. Its script shows the page of the path. */
const pagePaths = ['/sign-in', '/claim/:token', '/invite/:token', '/device', '/app', '/app/*'];

export function webRoutes(app: App, needs: Needs): void {
  const files = fileReader(needs.folder);
  const headers = pageHeaders();

  for (const path of pagePaths) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const page = (await files()).get('index.html');
      if (!page) return notBuilt(reply);
      return sendFile(request, reply.headers(headers), page);
    });
  }

  app.get<{ Params: { '*': string } }>('/app-assets/*', { schema: { hide: true } }, async (request, reply) => {
    const { '*': name } = request.params;
    const file = (await files()).get(`app-assets/${name}`);
    if (!file) throw notFound();
    // The file name changes with its content.
    return sendFile(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), file);
  });
}

/** Everything comes from this origin only. */
function pageHeaders(): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    // The page fetches pictures of stores and private ones from this origin.
    "img-src 'self' blob: data:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-cache',
  };
}

/** Reads the built files once. They stay in memory, so open pages keep working during a build. */
function fileReader(folder: string): () => Promise<Map<string, BuiltFile>> {
  let loaded: Promise<Map<string, BuiltFile>> | null = null;
  return async () => {
    loaded ??= readFiles(folder);
    const files = await loaded;
    // Pages may be built while the service runs.
    if (files.size === 0) loaded = null;
    return files;
  };
}

async function readFiles(folder: string): Promise<Map<string, BuiltFile>> {
  const files = new Map<string, BuiltFile>();
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names.sort()) {
    const encoding = encodings[extname(name)] ?? 'identity';
    const plainName = encoding === 'identity' ? name : name.slice(0, name.lastIndexOf('.'));
    const type = types[extname(plainName)];
    if (type === undefined) continue;
    const key = plainName.split(sep).join('/');
    const file = files.get(key) ?? { type, contents: {} };
    file.contents[encoding] = await readFile(join(folder, name));
    files.set(key, file);
  }
  return files;
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { type, contents }: BuiltFile): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = (['br', 'gzip'] as const).find((each) => contents[each] && accepts(accepted, each)) ?? 'identity';
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.header('vary', 'accept-encoding').type(type).send(contents[encoding]);
}

const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });

function notBuilt(reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(503).header('retry-after', '10'), {
    title: 'Not built yet · Errand',
    description: 'The dashboard is not built.',
    body: html`<main id="main"><section class="card"><h1>The dashboard is not built yet</h1>
<p>Run this command where Errand is installed, then reload this page:</p>
<pre><code>npm run web:build</code></pre>
<p>The API works without the dashboard. See the <a href="/docs">reference</a>.</p></section></main>`,
  });
}
