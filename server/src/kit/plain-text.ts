/** Replaces each HTML tag with a space, in one pass, even if tags are never closed. */
export function withoutTags(html: string): string {
  const texts: string[] = [];
  let from = 0;
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', from)) {
    const end = html.indexOf('>', start);
    if (end === -1) break;
    texts.push(html.slice(from, start));
    from = end + 1;
  }
  return [...texts, html.slice(from)].join(' ');
}
