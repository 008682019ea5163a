import { describe, it } from 'vitest';
import { readCsv } from '../../../sdk/src/read-csv.ts';
import { parsePrice } from '../../src/connectors/desk/page-facts.ts';
import { amountFromText } from '../../src/connectors/prices.ts';
import { plainText } from '../../src/connectors/woocommerce/plain-text.ts';
import { extractCode } from '../../src/domains/catalog/retailer-accounts/extract-code.ts';
import { forwardingConfirmation } from '../../src/domains/catalog/retailer-accounts/forwarding.ts';
import { findParcels } from '../../src/domains/orders/desk/parcels-in-mail.ts';
import { addressProblems } from '../../src/domains/orders/orders/address.ts';
import { isEmail, isWebUrl } from '../../src/platform/http/formats.ts';
import { maskSecretShapes } from '../../src/platform/logger.ts';
import { expectLinear } from '../harness/linear.ts';

/** What hostile texts are made of: each is repeated to the whole length. */
const pieces = [
  ...[' ', '\n', '<', '@', '-', '.', '/', '=', '"', '&', '0', 'a', '1 ', '[', '(', '*'],
  ...['123456 ', 'code 1234 ', 'colis 1', 'ust1 ', '//a:', 'weiterleitung', 'a.', 'a@', 'https://', 'svc_live_'],
];

const address = (text: string) => ({
  first_name: text,
  last_name: text,
  address_line1: text,
  address_line2: text,
  city: text,
  state: text,
  postal_code: text,
  country: 'US',
  phone_number: `+1${text}`,
});

const mail = (text: string) => ({ subject: text, text, html: `<p>${text}</p>` });

const readers: Record<string, (text: string) => unknown> = {
  'codes in mails': (text) => extractCode(mail(text)),
  'parcels in mails': (text) => findParcels(mail(text)),
  'forwarding in mails': (text) => forwardingConfirmation(mail(text)),
  'postal addresses, with libphonenumber': (text) => addressProblems(address(text)),
  'prices of pages': (text) => [
    amountFromText(text, 'USD'),
    amountFromText(`${text}1`, 'KWD', '.'),
    amountFromText(`${text}.123`, 'KWD'),
    parsePrice(text, 'USD'),
  ],
  'words of WooCommerce': plainText,
  'mail addresses': (text) => [isEmail(text), isEmail(`${text}@${text}`), isWebUrl(`https://${text}`)],
  'secrets in logs': maskSecretShapes,
  'CSV files, with csv-parse': (text) => {
    try {
      readCsv(Buffer.from(text.slice(0, text.length / 8)));
    } catch {
      // What is no CSV is refused; only the time counts here.
    }
  },
};

describe('untrusted text is parsed in linear time', () => {
  it.each(Object.entries(readers))('%s', async (_name, read) => {
    for (const piece of pieces) await expectLinear(read, (length) => piece.repeat(length / piece.length), 64_000);
  });
});
