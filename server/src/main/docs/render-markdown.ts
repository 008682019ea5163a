import { posix } from 'node:path';
import { Marked } from 'marked';
import { type Html, raw } from '../../platform/http/index.ts';

export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/<[^<>]+>/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '');

/**
 * Where a link of a page in docs/ leads on the site; null for files of the repository that are not served. Pages link to each other as
 * files, so that they work there too.
 */
export function addressOf(href: string, page: string): string | null {
  if (/^[a-z]+:|^\/|^#/i.test(href)) return href;
  const [file = '', anchor] = href.split('#', 2);
  const path = posix.normalize(posix.join('docs', posix.dirname(page), file));
  if (path !== 'CHANGELOG.md' && !(path.startsWith('docs/') && path.endsWith('.md'))) return null;
  const target = path === 'CHANGELOG.md' ? '/docs/changelog' : `/${path.replace(/\.md$/, '').replace(/\/README$/, '')}`;
  return anchor === undefined ? target : `${target}#${anchor}`;
}

/** Pages of our own repository: what they hold is trusted. */
export function renderMarkdown(markdown: string, page: string): Html {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = slugOf(text);
        const inner = this.parser.parseInline(tokens);
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const address = addressOf(href, page);
        // An address of a mailbox in the text is an example, and no link.
        if (address === null || address.startsWith('mailto:')) return this.parser.parseInline(tokens);
        const away = /^https?:/.test(address) ? ' rel="noopener"' : '';
        return `<a href="${escaped(address)}"${away}>${this.parser.parseInline(tokens)}</a>`;
      },
      code({ text, lang }) {
        return `<pre tabindex="0"><code class="lang-${escaped(lang ?? 'text')}">${escaped(text)}</code></pre>\n`;
      },
      html: ({ text }) => (text.startsWith('<!--') ? '' : escaped(text)),
    },
  });
  const html = marked.parse(markdown, { async: false });
  return raw(
    html.replaceAll('<table>', '<div class="table" tabindex="0"><table>').replaceAll('</table>', '</table></div>'),
  );
}
