import type { Guard } from '../domains/access/accounts/index.ts';
import type { App } from '../platform/http/index.ts';

interface Needs {
  guard: Guard;
  publicUrl: string;
  /** Sections of plug-ins: what needs no key, and other protocols. */
  withoutKey: string;
  otherWays: string;
}

/** What agents read first. */
const llmsText = ({ publicUrl, withoutKey, otherWays }: Needs): string => `# Errand

> Search, buy, track and return products from online stores through one HTTP API. Prices are in US cents.
${withoutKey}
## With a key

- [Quickstart](${publicUrl}/sandbox/quickstart): create a free test key with one POST and place a first order
- [OpenAPI](${publicUrl}/openapi.json): every operation, its errors and its price (x-payment-info)
- [Reference](${publicUrl}/docs): the same as web pages
- [Retailers](${publicUrl}/retailers): supported stores
- [Errors](${publicUrl}/docs/errors.md): every code, why it happens and what to do; each error's \`docs\` links to its page
- [API behavior](${publicUrl}/docs/interface.md): how every part of the API behaves, as Markdown
- [All docs in one file](${publicUrl}/llms-full.txt)
${otherWays}`;

export function llmsRoutes(app: App, needs: Needs): void {
  app.get('/llms.txt', { onRequest: needs.guard.anyone, schema: { hide: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(llmsText(needs)),
  );
}
