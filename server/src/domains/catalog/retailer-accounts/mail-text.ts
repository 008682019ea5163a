/** Limits for verification emails. */
const textLengthMax = 40_000;
const lineLengthMax = 500;
const htmlLengthMax = 400_000;

const zeroWidth = /\u200b|\u200c|\u200d|\u2060|\ufeff|\u00ad|\u034f/g;
/** Headers of a manually forwarded email. The subject may have the code. */
const forwardedHeader =
  /^\*?(?:from|to|cc|date|sent|reply-to|von|an|datum|gesendet|antwort an|da|a|data|inviato|rispondi a)\*?:/i;
const forwardedSubject = /^\*?(?:subject|betreff|oggetto)\*?:\s*/i;

/** Removes URLs and email addresses. */
const stripAddress = (word: string): string => (/.@./u.test(word) ? '' : word.replace(/(?:https?:\/\/|www\.).+/iu, ''));

/** The relevant lines, without quote marks, URLs and forwarded headers. */
export function linesOfText(text: string): string[] {
  return text
    .slice(0, textLengthMax)
    .split(/\r\n|[\r\n\u2028]/)
    .map((line) =>
      line
        .slice(0, lineLengthMax)
        .replace(zeroWidth, '')
        .replace(/^(?:\s*>)+/, '')
        .split(/\s+/)
        .map(stripAddress)
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '' && !forwardedHeader.test(line))
    .map((line) => line.replace(forwardedSubject, ''));
}

const entities: Record<string, string> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  copy: '©',
  euro: '€',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  agrave: 'à',
  egrave: 'è',
  eacute: 'é',
  igrave: 'ì',
  ograve: 'ò',
  ugrave: 'ù',
  Egrave: 'È',
  zwnj: '',
  zwj: '',
  shy: '',
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });
}

/** Tags that break a line. */
const blockElements = new Set(
  'br hr p div td th tr table h1 h2 h3 h4 h5 h6 li ul ol blockquote section center'.split(' '),
);
/** Elements without visible content. */
const hiddenElements = new Set(['style', 'script', 'head', 'title']);

/** The visible lines of an HTML email. */
export function linesOfHtml(html: string): string[] {
  return joinSplitDigits(linesOfText(decodeEntities(visibleText(html.slice(0, htmlLengthMax)))));
}

/** A single pass, because a regular expression over hostile email could take forever. */
function visibleText(html: string): string {
  const lower = html.toLowerCase();
  const parts: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) break;
    parts.push(html.slice(at, open).replace(/[\r\n\t]+/g, ' '));
    const isComment = html.startsWith('<!--', open);
    const close = isComment ? html.indexOf('-->', open) : html.indexOf('>', open);
    if (close === -1) return parts.join('');
    at = close + (isComment ? 3 : 1);
    const [, slash = '', name = ''] = /^<(\/?)([a-z][a-z0-9]{0,15})/.exec(lower.slice(open, open + 20)) ?? [];
    if (blockElements.has(name)) parts.push('\n');
    if (slash === '' && hiddenElements.has(name)) {
      const end = lower.indexOf(`</${name}`, at);
      if (end === -1) return parts.join('');
      at = end;
    }
  }
  parts.push(html.slice(at).replace(/[\r\n\t]+/g, ' '));
  return parts.join('');
}

/** Joins codes with one digit per element. */
function joinSplitDigits(lines: string[]): string[] {
  const joined: string[] = [];
  let run = '';
  for (const line of [...lines, '']) {
    if (/^\d$/.test(line)) {
      run += line;
      continue;
    }
    if (run !== '') joined.push(run);
    run = '';
    if (line !== '') joined.push(line);
  }
  return joined;
}
