import type { FastifyReply } from 'fastify';
import { assertDefined } from '../../kit/assert-defined.ts';

const html$ = Symbol('html');

/** Markup that is safe to send; only html`…` and raw() create it. */
export interface Html {
  readonly [html$]: string;
}

type Fragment = Html | string | number | null | undefined | false | readonly Fragment[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => assertDefined(entities[character]));

/** Marks text as safe markup. Never pass it outside input. */
export const raw = (text: string): Html => ({ [html$]: text });

/** The markup as text. */
export const textOfHtml = (markup: Html): string => markup[html$];

/** Escapes every value that is not markup itself. Put attribute values in quotes. */
export function html(strings: TemplateStringsArray, ...values: Fragment[]): Html {
  return raw(strings.reduce((text, part, index) => text + render(values[index - 1]) + part));
}

function render(value: Fragment): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value));
  if (html$ in value) return value[html$];
  return value.map(render).join('');
}

export interface PageParts {
  /** Default: English. */
  language?: string;
  title: string;
  description: string;
  /** The brand in the page's header. Default: Errand, linked to the start page. */
  brand?: string;
  body: Html;
  /** Paths of more style sheets on this origin. */
  styles?: string[];
  /** The path of a module on this origin. */
  script?: string;
}

/** A whole page. Styles and scripts come only from files on this origin, so a strict content security policy works. */
export function page({ language = 'en', title, description, brand, body, styles = [], script }: PageParts): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<meta name="description" content="${description}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
${['/assets/errand.css', ...styles].map(
  (path) => html`<link rel="stylesheet" href="${path}">
`,
)}${
  script === undefined
    ? ''
    : html`<script type="module" src="${script}"></script>
`
}</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="site-header">${brand === undefined ? html`<a class="brand" href="/">Errand</a>` : html`<span class="brand">${brand}</span>`}</header>
${body}
</body>
</html>
`[html$];
}

const pagePolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export function sendPage(reply: FastifyReply, parts: PageParts): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy)
    .header('vary', 'accept')
    .send(page(parts));
}
