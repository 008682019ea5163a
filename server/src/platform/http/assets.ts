import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { App } from './app.ts';

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** Serves one file that ships with the code. It is read once; browsers cache it for a while and then revalidate. */
export function serveAsset(app: App, path: string, file: URL): void {
  const content = readFileSync(fileURLToPath(file));
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  const type = types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  app.get(path, { schema: { hide: true } }, (request, reply) => {
    reply.header('etag', etag).header('cache-control', 'public, max-age=300');
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply.type(type).send(content);
  });
}

/** Assets of every page. */
export function servePageAssets(app: App): void {
  for (const name of ['errand.css', 'icon.svg']) {
    serveAsset(app, `/assets/${name}`, new URL(`./assets/${name}`, import.meta.url));
  }
  const font = import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
  serveAsset(app, '/assets/inter.woff2', new URL(font));
}
