/** Expressions that the checker rejects, and why they are harmless. */
interface Exemption {
  file: string;
  /** Null: all expressions in this file that are built at run time. */
  source: string | null;
  /** The longest possible text there, at which the attacks are timed. 0: the text is never from outside. */
  lengthMax: number;
  /** The slowest inputs. */
  attacks: readonly string[];
  why: string;
}

const recipes = "A recipe's patterns run in match-pattern.ts, which stops slow ones, or in the browser.";
const mails = 'server/src/domains/catalog/retailer-accounts/';

export const exemptions: readonly Exemption[] = [
  ...['recipe-problems', 'templates', 'product-address', 'targets'].map((name) => ({
    file: `server/src/connectors/browser/${name}.ts`,
    source: null,
    lengthMax: 0,
    attacks: [],
    why: recipes,
  })),
  {
    file: 'server/src/domains/catalog/stores/retailers/load.ts',
    source: null,
    lengthMax: 0,
    attacks: [],
    why: 'The patterns of config/retailers.json, which are checked themselves.',
  },
  {
    file: 'server/src/platform/http/paths.ts',
    source: null,
    lengthMax: 0,
    attacks: [],
    why: 'Made of the paths of our own routes: segments without a slash, and at most one `.*`, at the end.',
  },
  {
    file: 'server/src/domains/orders/desk/parcels-in-mail.ts',
    source: String.raw`(?:tracking|shipment|parcel|consignment|waybill|sendungs?|paket|spedizione|tracciamento|suivi|colis)[\p{L}\s./()-]{0,40}[:#]?\s*$`,
    lengthMax: 120,
    attacks: ['colis', 'tracking', 'colis ', 'sendungs'],
    why: 'Only the last 120 characters before a number are read (labelLengthMost).',
  },
  {
    file: `${mails}extract-code.ts`,
    source: String.raw`one[- ]?time|\botps?\b|pass ?code|verif\w*|\bcodes?\b|authenticat\w*|\b2fa\b|two[- ]?step|\bpin\b|(?:sicherheits|bestätigungs|verifizierungs|verifikations|einmal|anmelde|zugangs|prüf|freischalt|login|aktivierungs)-?(?:code|pin|passwort|kennwort|nummer|zahl|schlüssel)|\bm?tan\b|codice|monouso|autenticazione`,
    lengthMax: 1000,
    attacks: ['sicherheits', 'verif', 'one-', 'bestätigungs-', 'code', 'a'],
    why: 'A line of a mail has 500 characters at most (lineLengthMost), and two lines are read together.',
  },
  {
    file: `${mails}extract-code.ts`,
    source: String.raw`(?<!\p{L})(?:order|bestell\w*|auftrag\w*|ordine|rechnung\w*|invoice|fattura|kunden\w*|customer|cliente|tracking|sendung\w*|spedizione|tel|telefon\w*|telefono|phone|mobile|fax|call|zip|plz|cap|postal|promo\w*|coupon|gutschein\w*|rabatt\w*|discount|sconto|voucher|case|ticket|ref|reference|riferimento|article|artikel\w*|articolo|item|sku|iva|vat|ust\w*|hrb|suite|floor|box|postfach|since|seit|dal|ending|endet auf|termina con|ending in|finale|©|copyright)[\s.]*(?:in|code|number|num|no|nr|id|nummer|numero|n)?[\s.°]*(?:is|ist|lautet|è)?[\s.:#]*$`,
    lengthMax: 100,
    attacks: ['ust1', 'kunden', 'order ', 'ref. ', 'no .', ' .'],
    why: 'Only the last 100 characters before a number are read (nearLengthMost).',
  },
  {
    file: `${mails}forwarding.ts`,
    source: String.raw`forwarding (?:confirmation|request|address verification)|confirm(?:ation of)? (?:your )?(?:mail |email )?forwarding|verify (?:your )?forwarding|weiterleitung\w{0,20} ?bestätig|bestätig\w{0,20} (?:der |ihre[r]? |die )?(?:e-?mail-?)?weiterleitung|conferma (?:di |dell['’]?\s?|l['’]?\s?)?inoltro|inoltro:? conferma`,
    lengthMax: 2000,
    attacks: ['weiterleitung', 'bestätig ', 'confirm ', 'conferma ', 'inoltro:'],
    why: 'The first 2,000 characters of a subject and of a text are read.',
  },
  {
    file: 'web/src/ui/text.tsx',
    source: String.raw`("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)`,
    lengthMax: 0,
    attacks: [],
    why: 'Reads what JSON.stringify wrote, where every string is closed.',
  },
];
