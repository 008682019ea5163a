interface Entry {
  title: string;
  text: string;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** One entry per version of the changelog. */
export const entriesOf = (changelog: string): Entry[] =>
  changelog
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { title: part.slice(0, end).trim(), text: part.slice(end).trim() };
    });

/** The changelog as an Atom feed. */
export function atomFeed(changelog: string, updatedAt: Date, publicUrl: string): string {
  const updated = updatedAt.toISOString();
  const entries = entriesOf(changelog).map(
    ({ title, text }) => `  <entry>
    <id>${escaped(publicUrl)}/docs/changelog#${encodeURIComponent(title)}</id>
    <title>${escaped(title)}</title>
    <link href="${escaped(publicUrl)}/docs/changelog"/>
    <updated>${updated}</updated>
    <content type="text">${escaped(text)}</content>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escaped(publicUrl)}/docs/changelog</id>
  <title>Errand: changelog</title>
  <author><name>Errand</name></author>
  <link rel="self" href="${escaped(publicUrl)}/docs/changelog.xml"/>
  <updated>${updated}</updated>
${entries.join('\n')}
</feed>
`;
}
