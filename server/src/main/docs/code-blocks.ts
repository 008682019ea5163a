import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import ini from 'highlight.js/lib/languages/ini';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import { type Html, html, raw } from '../../platform/http/index.ts';

const languages = { bash, ini, json, python, sql, typescript, yaml };
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language);

const tabNames: Record<string, string> = { sh: 'curl', ts: 'TypeScript', python: 'Python' };

export interface CodeBlock {
  language: string;
  text: string;
}

/** The first word after the fence. The rest is for tests. */
export const languageOf = (info: string | undefined): string => /^\w+/.exec(info ?? '')?.[0] ?? 'text';

export const isSample = (info: string | undefined): boolean => languageOf(info) in tabNames;

export function codeBlock({ language, text }: CodeBlock): Html {
  const inner = highlighter.getLanguage(language)
    ? raw(highlighter.highlight(text, { language, ignoreIllegals: true }).value)
    : text;
  return html`<pre tabindex="0"><code class="lang-${language}">${inner}</code></pre>
`;
}

/** The same request in several languages. Without JavaScript they are listed one after the other. */
export function codeTabs(blocks: readonly CodeBlock[]): Html {
  const [only, ...others] = blocks;
  if (only && others.length === 0) return codeBlock(only);
  return html`<div class="samples">${blocks.map((block) => {
    const name = tabNames[block.language] ?? block.language;
    return html`<div class="sample" data-sample="${name}"><p class="sample-name">${name}</p>${codeBlock(block)}</div>`;
  })}</div>
`;
}
