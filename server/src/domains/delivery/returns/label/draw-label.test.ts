import { describe, expect, it } from 'vitest';
import { canReadLabels, readLabel, readWords } from '../../../../../test/harness/read-label.ts';
import { printable } from '../../../../kit/printable.ts';
import { drawLabel, type LabelFacts } from './draw-label.ts';

const from = {
  firstName: 'Jane',
  lastName: 'Doe',
  addressLine1: '1 Market St',
  addressLine2: 'Apt 4B',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94105',
  country: 'US',
  phoneNumber: '+14155550123',
};
const to = { ...from, firstName: 'Returns', lastName: 'Department', addressLine1: '1 Return Way', addressLine2: null };

const facts: LabelFacts = {
  carrier: 'UPS',
  trackingNumber: '1Z999AA10312345678',
  from,
  to,
  retailer: 'walmart',
  merchantReturnId: 'RMA-7K3N9PQR',
  merchantOrderIds: ['2000123-45678901'],
  returnId: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
  returnBy: '2026-09-20',
  units: 2,
  position: 1,
  count: 1,
  isSample: false,
  madeAt: new Date('2026-08-21T10:00:00.000Z'),
};

describe('a label', () => {
  // What each carrier of the simulated stores prints: letters, long numbers, postal union numbers.
  it.skipIf(!canReadLabels).each([
    ['UPS', '1Z999AA10312345678', false],
    ['FedEx', '712345678901', true],
    ['USPS', '9400112345678901234567', false],
    ['DHL', '00340434123456789012', true],
    ['Deutsche Post', 'RR123456785DE', false],
    ['Poste Italiane', 'RA123456785IT', true],
  ])('of %s is scannable, as a label printer prints it', async (carrier, trackingNumber, isSample) => {
    const label = await readLabel(await drawLabel({ ...facts, carrier, trackingNumber, isSample }));
    expect(label.pages).toBe(1);
    expect(label.size).toContain('288 x 432 pts');
    expect(label.codes).toContainEqual({ format: 'Code128', text: trackingNumber });
    expect(label.codes).toContainEqual({ format: 'QRCode', text: `RMA-7K3N9PQR|${trackingNumber}` });
    expect(label.words).toContain(carrier.toUpperCase());
  });

  it.skipIf(!canReadLabels)('says who, where, what and until when, and not the phone number', async () => {
    const words = await readWords(await drawLabel(facts));
    for (const word of ['Jane Doe', 'Apt 4B', 'San Francisco CA 94105', 'RETURNS DEPARTMENT', '1 RETURN WAY']) {
      expect(words).toContain(word);
    }
    for (const word of ['RMA-7K3N9PQR', '2026-09-20', '2000123-45678901', facts.returnId, 'RETURN 1 OF 1']) {
      expect(words).toContain(word);
    }
    expect(words).not.toContain('5550123');
    expect(words).not.toContain('SAMPLE');
  });

  it.skipIf(!canReadLabels)('of the sandbox can never pass for a real one', async () => {
    const words = await readWords(await drawLabel({ ...facts, isSample: true }));
    expect(words).toContain('SAMPLE, NO POSTAGE');
    expect(words).toContain('no carrier will accept it');
  });

  it.skipIf(!canReadLabels)('speaks the language of the person who sends it back', async () => {
    const rome = {
      ...from,
      addressLine1: 'Via Nazionale 7',
      city: 'Roma',
      state: 'RM',
      postalCode: '00184',
      country: 'IT',
    };
    const berlin = {
      ...from,
      addressLine1: 'Invalidenstr. 1',
      city: 'Berlin',
      state: null,
      postalCode: '10115',
      country: 'DE',
    };
    const words = await readWords(await drawLabel({ ...facts, from: rome, to: berlin }));
    for (const word of ['RESO 1 DI 1', 'MITTENTE', '00184 Roma RM', 'Italia', '10115 BERLIN', 'GERMANIA']) {
      expect(words).toContain(word);
    }
  });

  it.skipIf(!canReadLabels)('takes names and streets of any script and any length', async () => {
    const long = {
      ...from,
      firstName: 'Łukasz 王小明',
      lastName: 'Großmann-Vandenbroucke '.repeat(6),
      addressLine1: 'Straße des siebzehnten Juni '.repeat(8),
      city: 'München\n\t(Süd)',
      country: 'DE',
    };
    const label = await readLabel(await drawLabel({ ...facts, from: long, to: long }));
    expect(label.codes).toHaveLength(2);
    expect(label.words).toContain('Lukasz ??? Großmann');
  });

  it('prints what its fonts have, and the nearest of the rest', () => {
    expect(printable('  Çelik\u0000 Žižek Ştefan Nguyễn 東京 – “ok” ')).toBe('Çelik? Žižek Stefan Nguyen ?? – “ok”');
  });
});
