import { posix } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { type Html, raw, textOfHtml } from '../../platform/http/index.ts';
import { codeBlock, codeTabs, isSample, languageOf } from './code-blocks.ts';

export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/<[^<>]+>/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Creates heading anchors the way GitHub does, so links work in both places. */
export function createAnchors(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '');

/** Pages outside docs/ that the site shows. */
export const otherPages: Record<string, string> = {
  'CHANGELOG.md': 'changelog',
  'cli/README.md': 'cli',
  'deploy/README.md': 'deploy',
  'sdk/README.md': 'sdk',
};

/**
 * Where a link leads on the site; null for files that are not served. Pages link to each other as files, so links also
 * work in the repository.
 */
export function addressOf(href: string, file: string): string | null {
  if (/^[a-z]+:|^\/|^#/i.test(href)) return href;
  const [path = '', anchor] = href.split('#', 2);
  const target = posix.normalize(posix.join(posix.dirname(file), path));
  const other = otherPages[target];
  if (other === undefined && !(target.startsWith('docs/') && target.endsWith('.md'))) return null;
  const address = other === undefined ? `/${target.replace(/(\/README)?\.md$/, '')}` : `/docs/${other}`;
  const page = address === '/docs/guides/introduction' ? '/docs' : address;
  return anchor === undefined ? page : `${page}#${anchor}`;
}

export interface Heading {
  id: string;
  text: string;
  depth: number;
}

export interface Rendered {
  content: Html;
  headings: Heading[];
}

const isCode = (token: Token): token is Tokens.Code => token.type === 'code';

/** Joins neighboring samples in different languages into one block with tabs. */
function joinSamples(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  let run: Tokens.Code[] | null = null;
  for (const token of tokens.filter(({ type }) => type !== 'space')) {
    const isTab = isCode(token) && isSample(token.lang);
    if (isTab && run && !run.some(({ lang }) => languageOf(lang) === languageOf(token.lang))) {
      run.push(token);
      continue;
    }
    run = isTab ? [token] : null;
    joined.push(run ? { type: 'samples', raw: '', tokens: run } : token);
  }
  return joined;
}

/** Renders a page of our own repository, whose content is trusted. */
export function renderPage(markdown: string, file: string): Rendered {
  const anchorOf = createAnchors();
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchorOf(text);
        headings.push({ id, text: text.replaceAll('`', ''), depth });
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const address = addressOf(href, file);
        // An email address in the text is an example, not a link.
        if (address === null || address.startsWith('mailto:')) return this.parser.parseInline(tokens);
        const away = /^https?:/.test(address) ? ' rel="noopener"' : '';
        return `<a href="${escaped(address)}"${away}>${this.parser.parseInline(tokens)}</a>`;
      },
      code: ({ text, lang }) => textOfHtml(codeBlock({ language: languageOf(lang), text })),
      html: ({ text }) => (text.startsWith('<!--') ? '' : escaped(text)),
    },
    extensions: [
      {
        name: 'samples',
        renderer: ({ tokens = [] }) =>
          textOfHtml(codeTabs(tokens.filter(isCode).map(({ lang, text }) => ({ language: languageOf(lang), text })))),
      },
    ],
  });
  const text = marked.parser(joinSamples(marked.lexer(markdown)));
  const content = raw(
    text.replaceAll('<table>', '<div class="table" tabindex="0"><table>').replaceAll('</table>', '</table></div>'),
  );
  return { content, headings };
}

export const renderMarkdown = (markdown: string, file: string): Html => renderPage(markdown, file).content;
