import type { MailText } from '../../src/domains/catalog/retailer-accounts/extract-code.ts';

export interface CorpusMail extends Partial<MailText> {
  name: string;
  /** Null: the mail has no one-time code. */
  code: string | null;
}

/** Invented mails like those of stores and mail programs, with other numbers around the code. */
export const english: CorpusMail[] = [
  { name: 'subject only', subject: '482913 is your Walmart verification code', code: '482913' },
  {
    name: 'subject behind a colon',
    subject: 'Your one-time passcode: 730155',
    text: 'See the subject.',
    code: '730155',
  },
  {
    name: 'on a line of its own',
    subject: 'Sign in',
    text: 'Your verification code is:\n\n  915 204\n\nThanks',
    code: '915204',
  },
  { name: 'in the sentence', text: 'Use 55821 as your login code for Best Buy.', code: '55821' },
  { name: 'with the letter prefix', text: 'G-604218 is your Google verification code.', code: '604218' },
  { name: 'with a dash', text: 'Enter this code to sign in: 381-774', code: '381774' },
  { name: 'eight digits', text: 'Your security code is 20417739. It expires in 10 minutes.', code: '20417739' },
  { name: 'four digits', text: 'Your PIN: 8043\nDo not share it.', code: '8043' },
  { name: 'four digits that look like a year', text: 'Your one-time code is 2031.\n© 2026 Shop Inc.', code: '2031' },
  { name: 'letters and digits', text: 'Your verification code is: K7F3QX\nOrder again soon.', code: 'K7F3QX' },
  { name: 'OTP', text: 'OTP for your Amazon sign-in is 116834. Never share this OTP.', code: '116834' },
  {
    name: 'order id, price and year around it',
    subject: 'Verify it is you',
    text: 'We saw a sign-in for order 112-9988776-1234567 ($1,249.00) on 08/21/2026 at 10:45.\n\nVerification code: 660491\n\nCopyright 2026, 1 Market Street, San Francisco 94105',
    code: '660491',
  },
  {
    name: 'phone number behind it',
    text: 'Your code is 402718.\nNot you? Call 1-800-925-6278 or (415) 555-0123 or +1 415 555 0199.',
    code: '402718',
  },
  {
    name: 'phone number in front',
    text: 'Questions: +49 30 901820\n\nHere is your access code\n\n771204',
    code: '771204',
  },
  {
    name: 'order number in front',
    text: 'Order number: 55512345\nCustomer 883920\nYour confirmation code: 190277',
    code: '190277',
  },
  { name: 'minutes and tries', text: 'Code: 904411 (valid 15 minutes, 3 tries, 2000 points waiting)', code: '904411' },
  {
    name: 'HTML',
    html: '<html><head><style>.c{color:#333333;width:600px}</style></head><body><p>Your verification code</p><h1 style="color:#123456">839120</h1><p>Order #20260821</p></body></html>',
    code: '839120',
  },
  {
    name: 'HTML with a digit per box',
    html: '<p>Enter this code:</p><table><tr><td>4</td><td>0</td><td>9</td><td>7</td><td>1</td><td>5</td></tr></table><p>Thanks</p>',
    code: '409715',
  },
  {
    name: 'HTML with entities and invisible characters',
    html: '<div>Your&nbsp;one&#45;time&nbsp;code&nbsp;is&nbsp;<b>31&#8203;7&#x200b;602</b></div><div>Ref&nbsp;998877</div>',
    code: '317602',
  },
  {
    name: 'HTML with numbers in links and pictures',
    html: '<a href="https://shop.example/v?c=111222"><img src="https://cdn.example/333444.png" alt=""></a><p>Security code: <span>655 321</span></p>',
    code: '655321',
  },
  {
    name: 'a promotion beside it',
    text: 'Promo code 20OFF2026 or discount code: 445566 at checkout!\n\nYour sign-in verification code: 778899',
    code: '778899',
  },
  {
    name: 'forwarded by hand',
    subject: 'Fwd: Your sign-in code',
    text: '---------- Forwarded message ---------\nFrom: Target <no-reply@target.com>\nDate: Fri, Aug 21, 2026 at 10:45 AM\nSubject: 918273 is your Target code\nTo: <buyer1999@example.com>\n\n\nUse 918273 to sign in.',
    code: '918273',
  },
  {
    name: 'quoted',
    text: '> Hello,\n> your authentication code is 500166\n> sent 2026-08-21 10:45',
    code: '500166',
  },
  { name: 'card ending', text: 'Card ending in 4242.\nVerification code 271828', code: '271828' },
];

export const german: CorpusMail[] = [
  { name: 'Betreff', subject: '640912 ist Ihr Amazon-Bestätigungscode', code: '640912' },
  { name: 'Sicherheitscode', text: 'Ihr Sicherheitscode lautet: 118 340\nEr gilt 10 Minuten.', code: '118340' },
  { name: 'Einmalpasswort', text: 'Verwenden Sie das Einmalpasswort 557013, um sich anzumelden.', code: '557013' },
  {
    name: 'mit Bestellnummer und Preis',
    text: 'Bestellnummer 305-1234567-7654321 vom 21.08.2026, Summe 1.249,00 €\nKundennummer: 20418833\n\nIhr Verifizierungscode:\n\n902215\n\nTelefon 030 123456',
    code: '902215',
  },
  { name: 'TAN', text: 'Ihre TAN: 774120. Bitte geben Sie sie nicht weiter.', code: '774120' },
  { name: 'Anmeldecode', text: 'Hallo Jo, hier ist dein Anmeldecode: 33871', code: '33871' },
  {
    name: 'HTML mit Umlauten',
    html: '<p>Best&auml;tigungscode f&uuml;r Ihre Anmeldung</p><p><strong>246810</strong></p><p>Bahnhofstra&szlig;e 12, 10115 Berlin, HRB 123456</p>',
    code: '246810',
  },
  { name: 'Gutschein daneben', text: 'Gutscheincode: 998877\nIhr Code zur Anmeldung ist 135790.', code: '135790' },
  {
    name: 'weitergeleitet',
    subject: 'WG: Ihr Code',
    text: '-----Ursprüngliche Nachricht-----\nVon: eBay <ebay@ebay.de>\nGesendet: Freitag, 21. August 2026 10:45\nAn: kaeufer2024@example.de\nBetreff: Ihr eBay-Sicherheitscode\n\nDer Sicherheitscode lautet 481516',
    code: '481516',
  },
];

export const italian: CorpusMail[] = [
  { name: 'oggetto', subject: 'Il tuo codice di verifica è 705531', code: '705531' },
  { name: 'codice OTP', text: 'Il codice OTP per accedere è: 229 481. Scade tra 10 minuti.', code: '229481' },
  { name: 'password monouso', text: 'Inserisci la password monouso 663018 per continuare.', code: '663018' },
  {
    name: 'con ordine, prezzo e telefono',
    text: 'Ordine n. 402-5551234 del 21/08/2026, totale € 1.249,00\nCodice cliente 774411\nTel. 06 5551234\n\nCodice di sicurezza:\n\n380092\n\n00184 Roma, P.IVA 01234567890',
    code: '380092',
  },
  { name: 'dietro', text: '914250 è il tuo codice di accesso IKEA.', code: '914250' },
  {
    name: 'HTML',
    html: '<h2>Codice di autenticazione</h2><div>602 114</div><p>Codice sconto: 112233</p><p>Il codice &egrave; valido 5 minuti.</p>',
    code: '602114',
  },
  {
    name: 'inoltrato',
    subject: 'I: Accesso',
    text: "Da: Etsy <noreply@etsy.com>\nInviato: venerdì 21 agosto 2026 10:45\nA: acquisti2025@example.it\nOggetto: Codice per l'accesso\n\nIl tuo codice: 447190",
    code: '447190',
  },
];

export const withoutCode: CorpusMail[] = [
  {
    name: 'order confirmation',
    subject: 'Your order 112-9988776 is confirmed',
    text: 'Order total $49.99\nArrives August 24, 2026\nOrder number 20260821\nQuestions? 1-800-925-6278',
    code: null,
  },
  {
    name: 'shipping',
    text: 'Tracking number 940011189922\nTracking code 940012\nDelivered by 5 pm to ZIP code 94105',
    code: null,
  },
  { name: 'promotion', text: 'Use promo code 445566 and save 20 % until 31/12/2026.', code: null },
  { name: 'Rechnung', text: 'Rechnungsnummer: 20260815\nBetrag 129,90 EUR\nRabattcode 778812', code: null },
  { name: 'fattura', text: 'Fattura n. 552211 del 2026\nCodice fiscale 12345678\nCodice sconto: 908070', code: null },
  { name: 'a code without one', text: 'We could not send your verification code. Please try again.', code: null },
  { name: 'nothing at all', code: null },
];
