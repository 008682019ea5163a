import { type Html, html, textOfHtml } from '../http/html.ts';
import type { Mail } from './mailer.ts';

/** The content of an email, before layout. */
export interface MailContent {
  subject: string;
  /** What happened, in a paragraph or two. */
  intro: string[];
  /** What to do. In the plain part it comes before the details, which may contain URLs from outside. */
  button: { label: string; url: string } | null;
  /** Facts, one per line; an empty line starts a new block. Links in outside text are not clickable. */
  details?: string[];
  notes?: string[];
  /** Why the reader gets it, and how to unsubscribe. */
  footer?: { text: string; links: { label: string; url: string }[] };
}

/** Line breaks, other control characters, and marks that hide text or change its order. */
const unseen = /[\p{Cc}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/gu;

const oneLine = (text: string): string => text.replaceAll(unseen, ' ');
const paragraphOf = (text: string): string => text.split('\n').map(oneLine).join('\n');

/**
 * Lays out an email: HTML with one button, and a plain part with the same content. Outside text, such as a product's title
 * or a recipient's name, stays in its line: it must not end a header or look like another part of the email.
 */
export function composeMail(content: MailContent): Pick<Mail, 'subject' | 'text' | 'html'> {
  const safe = {
    ...content,
    subject: oneLine(content.subject),
    intro: content.intro.map(paragraphOf),
    details: content.details?.map(oneLine) ?? [],
    notes: content.notes?.map(paragraphOf) ?? [],
  };
  return { subject: safe.subject, text: textOf(safe), html: htmlOf(safe) };
}

function textOf({ intro, button, details = [], notes = [], footer }: MailContent): string {
  const parts = [
    ...intro,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(details.length > 0 ? [details.join('\n')] : []),
    ...notes,
    ...(footer
      ? [`-- \n${[footer.text, ...footer.links.map(({ label, url }) => `${label}: ${url}`)].join('\n')}`]
      : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

const font = "font-family: -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Not every email program knows `white-space`, so lines end with a tag. */
const lines = (text: string): Html[] =>
  text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));

function htmlOf({ subject, intro, button, details = [], notes = [], footer }: MailContent): string {
  const paragraph = (text: string): Html =>
    html`<p style="margin: 0 0 16px; font-size: 16px; line-height: 24px; overflow-wrap: anywhere">${lines(text)}</p>`;
  const small = 'margin: 0 0 8px; font-size: 13px; line-height: 20px; overflow-wrap: anywhere; color: #57606a';
  return textOfHtml(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin: 0; padding: 24px; background: #f6f8fa; color: #1f2328; ${font}">
<div style="max-width: 560px; margin: 0 auto; padding: 32px; background: #ffffff; border: 1px solid #d0d7de; border-radius: 8px">
<h1 style="margin: 0 0 16px; font-size: 20px; line-height: 28px; overflow-wrap: anywhere">${subject}</h1>
${intro.map(paragraph)}
${
  button &&
  html`<p style="margin: 24px 0"><a href="${button.url}" style="display: inline-block; padding: 12px 20px; background: #0b5bd3; color: #ffffff; font-size: 16px; font-weight: 600; text-decoration: none; border-radius: 6px">${button.label}</a></p>`
}
${
  details.length > 0 &&
  html`<div style="margin: 0 0 16px; padding: 16px; background: #f6f8fa; border-radius: 6px; font-size: 14px; line-height: 22px; white-space: pre-wrap; overflow-wrap: anywhere">${lines(details.join('\n'))}</div>`
}
${notes.map((note) => html`<p style="${small}">${note}</p>`)}
</div>
${
  footer &&
  html`<div style="max-width: 560px; margin: 16px auto 0; text-align: center"><p style="${small}">${footer.text}</p>
<p style="${small}">${footer.links.map(({ label, url }) => html`<a href="${url}" style="color: #57606a">${label}</a>&ensp;`)}</p></div>`
}
</body>
</html>
`);
}
