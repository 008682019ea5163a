import { assertDefined } from '../../../kit/assert-defined.ts';
import { linesOfHtml, linesOfText } from './mail-text.ts';

/** Parts of an email that may contain a code. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
}

interface Candidate {
  code: string;
  score: number;
}

/** Words that announce a one-time code, in English, German and Italian. */
const codeCue =
  /one[- ]?time|\botps?\b|pass ?code|verif\w*|\bcodes?\b|authenticat\w*|\b2fa\b|two[- ]?step|\bpin\b|(?:sicherheits|bestätigungs|verifizierungs|verifikations|einmal|anmelde|zugangs|prüf|freischalt|login|aktivierungs)-?(?:code|pin|passwort|kennwort|nummer|zahl|schlüssel)|\bm?tan\b|codice|monouso|autenticazione/iu;
/** Other kinds of codes. */
const otherCodes =
  /(?:promo(?:tion|tional)?|zip|postal|discount|coupon|voucher|gift(?: ?card)?|qr|bar|product|item|rabatt|gutschein|aktions|artikel|error|country|area|dress|source|tracking|order)[- ]?codes?|codice (?:cliente|fiscale|sconto|articolo|prodotto|postale|promozionale|promo|ordine|a barre|di tracciamento)|vat code/giu;
/** Words before numbers that aren't codes. */
const otherNumber =
  /(?<!\p{L})(?:order|bestell\w*|auftrag\w*|ordine|rechnung\w*|invoice|fattura|kunden\w*|customer|cliente|tracking|sendung\w*|spedizione|tel|telefon\w*|telefono|phone|mobile|fax|call|zip|plz|cap|postal|promo\w*|coupon|gutschein\w*|rabatt\w*|discount|sconto|voucher|case|ticket|ref|reference|riferimento|article|artikel\w*|articolo|item|sku|iva|vat|ust\w*|hrb|suite|floor|box|postfach|since|seit|dal|ending|endet auf|termina con|ending in|finale|©|copyright)[\s.]*(?:in|code|number|num|no|nr|id|nummer|numero|n)?[\s.°]*(?:is|ist|lautet|è)?[\s.:#]*$/iu;
const money = /(?:[$€£]|\b(?:usd|eur|gbp|euro|dollars?))\s*$/iu;
const unitAfterNumber =
  /^\s*(?:[$€£%]|(?:usd|eur|gbp|euro|dollars?|min|minutes?|minuten?|minuti|hours?|stunden?|ore|days?|tagen?|giorni|seconds?|sekunden|secondi|points?|punkte|punti|items?|artikel|pieces?|stück|pezzi|ml|kg|gb|mm|cm)\b)/iu;

/** Digits, optionally in two halves or with a prefix (G-123456). Not part of a longer number, date or price. */
const digits =
  /(?<![\p{L}\d+#$€£./,:_-]|\d[ ()]|\)[ ]?)(?:[A-Z]{1,2}-)?(\d{3}[ -]\d{3}|\d{4}[ -]\d{4}|\d{4,8})(?![\p{L}\d_]|[ -]\d|[.,:/]\d|-\p{L})/gu;
/** Mixed capitals and digits, only right after an announcement. */
const mixedCode = /(?<![\p{L}\d_-])(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{5,8}(?![\p{L}\d_-])/gu;

/** Words for other numbers right before it. */
const nearLengthMax = 100;

/** The one-time code in an email, or null. */
export function extractCode(mail: MailText): string | null {
  const sources = [linesOfText(mail.subject), linesOfText(mail.text), linesOfHtml(mail.html)];
  const candidates = sources.flatMap((lines) => lines.flatMap((_line, index) => candidatesIn(lines, index)));
  let best: Candidate | null = null;
  for (const candidate of candidates) if (candidate.score > (best?.score ?? 0)) best = candidate;
  return best?.code ?? null;
}

function candidatesIn(lines: readonly string[], index: number): Candidate[] {
  const line = assertDefined(lines[index]);
  const plain = [...line.matchAll(digits)].map((match) => ({
    code: assertDefined(match[1]).replace(/[ -]/g, ''),
    match,
    isMixed: false,
  }));
  const letters = [...line.matchAll(mixedCode)].map((match) => ({ code: match[0], match, isMixed: true }));
  return [...plain, ...letters].flatMap(({ code, match, isMixed }) => {
    const before = line.slice(0, match.index);
    const after = line.slice(match.index + match[0].length);
    const isAlone = /^[\s\p{P}*]*$/u.test(before) && /^[\s\p{P}*]*$/u.test(after);
    const near = before.slice(-nearLengthMax);
    if (otherNumber.test(near) || money.test(near) || unitAfterNumber.test(after)) return [];
    const announced = announcementScore(lines, index, before, after, isAlone);
    const isMeant = isMixed ? announced >= 5 : announced > 0;
    return isMeant ? [{ code, score: announced + shapeScore(code, isAlone) }] : [];
  });
}

const mentionsCode = (text: string): boolean => codeCue.test(text.replaceAll(otherCodes, ' '));

/** Confidence by position of the announcement: right before, above, or after. */
function announcementScore(
  lines: readonly string[],
  index: number,
  before: string,
  after: string,
  isAlone: boolean,
): number {
  const sentence = before.split(/[.!?]\s/).at(-1) ?? '';
  if (mentionsCode(sentence)) return /[:=]\s*$|\b(?:is|ist|lautet|è|sind|are)[\s:]*["'»„]?$/iu.test(sentence) ? 7 : 5;
  if (isAlone && mentionsCode(lines.slice(Math.max(0, index - 2), index).join(' '))) return 6;
  if (mentionsCode(after.split(/[.!?]\s/)[0] ?? '')) return 5;
  if (isAlone && mentionsCode(lines[index + 1] ?? '')) return 3;
  return mentionsCode(before) || mentionsCode(lines[index - 1] ?? '') ? 1 : 0;
}

function shapeScore(code: string, isAlone: boolean): number {
  const isYear = /^(?:19|20)\d\d$/.test(code);
  return (isAlone ? 2 : 0) + (code.length === 6 ? 2 : code.length > 4 ? 1 : 0) - (isYear ? 4 : 0);
}
