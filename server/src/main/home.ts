import { type App, html, sendPage } from '../platform/http/index.ts';

const links: [path: string, name: string, words: string][] = [
  ['/docs', 'Documentation', 'guides and API reference'],
  ['/sandbox/quickstart', 'Quickstart', 'from zero to a delivered package, in Markdown for people and agents'],
  ['/openapi.json', 'OpenAPI document', 'for code generators and tools'],
  ['/retailers', 'Retailers', 'supported stores'],
  ['/status', 'Status', 'current status and 90-day history'],
  ['/health', 'Health', 'status as JSON'],
];

/** The start page, with links to everything else. */
export function homeRoutes(app: App, publicUrl: string): void {
  app.get('/', { schema: { hide: true } }, (_request, reply) =>
    sendPage(reply, {
      title: 'Errand',
      description: 'Search, buy, track and return products from online stores through one HTTP API.',
      body: html`<main id="main"><section class="card"><h1>Errand is running</h1>
<p class="lead">Search, buy, track and return products from online stores through one HTTP API.</p>
<p><a class="button" href="/app">Open the dashboard</a></p>
<p>Or create a sandbox key and place your first order. No account needed:</p>
<pre tabindex="0"><code>curl -X POST ${publicUrl}/sandbox/keys</code></pre>
<ul>${links.map(([path, name, words]) => html`<li><a href="${path}">${name}</a>: ${words}</li>`)}</ul>
</section></main>`,
    }),
  );
}
