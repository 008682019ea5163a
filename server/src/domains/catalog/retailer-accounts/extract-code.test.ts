import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CorpusMail, english, german, italian, withoutCode } from '../../../../test/harness/code-mails.ts';
import { extractCode } from './extract-code.ts';
import { forwardingConfirmation, isForwarded } from './forwarding.ts';

const mailOf = ({ subject = '', text = '', html = '' }: CorpusMail) => ({ subject, text, html });

describe.each([
  ['English', english],
  ['German', german],
  ['Italian', italian],
  ['without a code', withoutCode],
] as const)('%s email', (_language, mails) => {
  it.each(mails.map((mail) => [mail.name, mail] as const))('%s', (_name, mail) => {
    expect(extractCode(mailOf(mail))).toBe(mail.code);
  });
});

describe('the corpus', () => {
  it('has at least forty emails', () => {
    expect(english.length + german.length + italian.length + withoutCode.length).toBeGreaterThanOrEqual(40);
  });

  it('reads the same code from plain text and from HTML', () => {
    for (const mail of [...english, ...german, ...italian].filter(({ text }) => text)) {
      const html = `<div>${mail.text!.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')}</div>`;
      expect(extractCode({ subject: '', text: '', html }), mail.name).toBe(
        extractCode({ subject: '', text: mail.text!, html: '' }),
      );
    }
  });

  it('responds quickly to any input', () => {
    // The time of this process alone: on a busy machine the others take most of what passes.
    const workedMs = (since: NodeJS.CpuUsage) => process.cpuUsage(since).user / 1000;
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), fc.string({ maxLength: 2000 }), (text, html) => {
        const started = process.cpuUsage();
        extractCode({ subject: text.slice(0, 200), text, html: `<p>${html}` });
        expect(workedMs(started)).toBeLessThan(500);
      }),
      { numRuns: 200 },
    );
    const nasty = ['<'.repeat(100_000), 'code '.repeat(20_000), '1 '.repeat(50_000), '<style>'.repeat(10_000)];
    for (const text of nasty) {
      const started = process.cpuUsage();
      extractCode({ subject: '', text, html: text });
      expect(workedMs(started)).toBeLessThan(3000);
    }
  });
});

describe('forwarding', () => {
  const gmail = {
    subject: '(#123456789) Gmail Forwarding Confirmation - Receive Mail from buyer@gmail.com',
    text: 'buyer@gmail.com has requested to automatically forward mail to your address.\nConfirmation code: 123456789\n\nhttps://mail-settings.google.com/mail/vf-%5BANGjdJ8%5D-AbC\n\nTo cancel: https://mail-settings.google.com/mail/uf-%5BANGjdJ8%5D-x',
    html: '',
  };

  it.each([
    ['Gmail', gmail, 'https://mail-settings.google.com/mail/vf-%5BANGjdJ8%5D-AbC'],
    [
      'Gmail in German',
      { ...gmail, subject: '(#987654321) Gmail-Bestätigung der Weiterleitung – E-Mails erhalten von k@gmail.com' },
      'https://mail-settings.google.com/mail/vf-%5BANGjdJ8%5D-AbC',
    ],
    [
      'Gmail in Italian',
      { ...gmail, subject: 'Conferma di inoltro Gmail - Ricevi posta da a@gmail.com' },
      'https://mail-settings.google.com/mail/vf-%5BANGjdJ8%5D-AbC',
    ],
    [
      'Outlook',
      {
        subject: 'Verify your forwarding address',
        text: '',
        html: '<a href="https://outlook.live.com/mail/options/forwarding/confirm?id=1&amp;t=2">Confirm</a>',
      },
      'https://outlook.live.com/mail/options/forwarding/confirm?id=1&t=2',
    ],
    [
      'a stranger who plays one',
      { ...gmail, text: 'Confirm at https://mail-settings.google.com.evil.example/mail/vf-1' },
      null,
    ],
    ['an ordinary mail', { subject: 'Your order', text: 'https://www.google.com/confirm', html: '' }, null],
  ])('finds the confirmation of %s', (_name, mail, link) => {
    expect(forwardingConfirmation(mail)).toBe(link);
  });

  it('tells a forwarded email from one that was written to us', () => {
    const ours = 'svc_acct_abcdefgh23@mail.example.com';
    const mail = { from: 'a@shop.example', subject: '', text: '', html: '' };
    const plain = new Map<string, string>();
    expect(isForwarded({ ...mail, to: ['buyer@example.com'], headers: plain }, 'Buyer@example.com', ours)).toBe(true);
    expect(isForwarded({ ...mail, to: [ours], headers: plain }, 'buyer@example.com', ours)).toBe(false);
    expect(isForwarded({ ...mail, to: ['x@example.com'], headers: plain }, 'buyer@example.com', ours)).toBe(false);
    const headers = new Map([['x-forwarded-to', ours]]);
    expect(isForwarded({ ...mail, to: [ours], headers }, 'buyer@example.com', ours)).toBe(true);
  });
});
