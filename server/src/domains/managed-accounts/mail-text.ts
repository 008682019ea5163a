const zeroWidth = /\u200b|\u200c|\u200d|\u2060|\ufeff|\u00ad|\u034f/g;
/** Headers that a mail program repeats when a mail is forwarded by hand; the subject is worth reading. */
const forwardedHeader =
  /^\*?(?:from|to|cc|date|sent|reply-to|von|an|datum|gesendet|antwort an|da|a|data|inviato|rispondi a)\*?:/i;
const forwardedSubject = /^\*?(?:subject|betreff|oggetto)\*?:\s*/i;

/** The lines of a text that say something: no quote marks, addresses of pages, or headers of a forwarded mail. */
export function linesOfText(text: string): string[] {
  return text
    .split(/\r\n|[\r\n\u2028]/)
    .map((line) =>
      line
        .replace(zeroWidth, '')
        .replace(/^(?:\s*>)+/, '')
        .replace(/https?:\/\/\S+|www\.\S+|\S+@\S+/gi, ' ')
        .replace(/[\s\u00a0\u2007\u202f]+/g, ' ')
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
    if (name !== undefined) return entities[name as string] ?? whole;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });
}

const blockEnd = /<(?:br|hr)\b[^>]*>|<\/?(?:p|div|td|th|tr|table|h[1-6]|li|ul|ol|blockquote|section|center)\b[^>]*>/gi;

/** The lines that a reader of the page would see, near enough. */
export function linesOfHtml(html: string): string[] {
  const visible = html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(style|script|head|title)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/[\r\n\t]+/g, ' ')
    .replace(blockEnd, '\n')
    .replace(/<[^>]*>/g, '');
  return joinSplitDigits(linesOfText(decodeEntities(visible)));
}

/** Some mails put every digit of the code into a box of its own. */
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
