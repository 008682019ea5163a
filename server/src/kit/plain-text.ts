/** Puts a space where each tag of a page stood. One pass, however many tags are never closed. */
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
