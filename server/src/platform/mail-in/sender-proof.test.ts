import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDnsServer } from '../../../test/harness/dns-server.ts';
import { proveSender, type Resolve, systemResolve } from './sender-proof.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const keyText = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`;
const texts = {
  'walmart.com': 'v=spf1 ip4:192.0.2.1 -all',
  '_dmarc.walmart.com': 'v=DMARC1; p=reject',
  'key._domainkey.walmart.com': keyText,
  'key._domainkey.evil.example': keyText,
  'evil.example': 'v=spf1 ip4:203.0.113.9 -all',
  'bounce.walmart.com': 'v=spf1 ip4:192.0.2.7 -all',
  'quiet.example': 'something else',
};

let dns: Awaited<ReturnType<typeof startDnsServer>>;
let resolve: Resolve;
beforeAll(async () => {
  dns = await startDnsServer(texts, ['silent.example']);
  resolve = systemResolve([dns.server]);
});
afterAll(() => dns.close());

/** A raw mail, signed by the domain if one is given. */
async function mailFrom(from: string, signedBy: string | null = null): Promise<Buffer> {
  const dkim = signedBy === null ? undefined : { domainName: signedBy, keySelector: 'key', privateKey };
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...(dkim ? { dkim } : {}),
  });
  const { message } = await transport.sendMail({
    from,
    to: 'x@mail.example.com',
    subject: 'Your code',
    text: 'It is 123456.\n',
  });
  return message as Buffer;
}

const from = 'no-reply@walmart.com';
const theirs = { address: '192.0.2.1', helo: 'mail.walmart.com', envelopeFrom: from };
const forwarder = { address: '198.51.100.5', helo: 'mx.forwarder.example', envelopeFrom: 'me@forwarder.example' };
const evil = { address: '203.0.113.9', helo: 'evil.example', envelopeFrom: 'x@evil.example' };

describe('a sender', () => {
  it('is proven by its own server, and by one of a name below its own', async () => {
    const mail = await mailFrom(from);
    expect(await proveSender(resolve, mail, from, theirs)).toEqual({ verdict: 'proven', spf: 'pass', dkim: 'none' });
    const bounce = { ...theirs, address: '192.0.2.7', envelopeFrom: 'b1@bounce.walmart.com' };
    expect(await proveSender(resolve, mail, from, bounce)).toMatchObject({ verdict: 'proven', spf: 'pass' });
  });

  it('is proven by its signature, though someone forwarded the email', async () => {
    const mail = await mailFrom(from, 'walmart.com');
    expect(await proveSender(resolve, mail, from, forwarder)).toEqual({ verdict: 'proven', spf: 'none', dkim: 'pass' });
  });

  it.each([
    ['nothing proves', null, evil],
    ['another domain proves', 'evil.example', evil],
    ['its own server did not send', null, { ...evil, envelopeFrom: from }],
  ])('is not proven when %s', async (_what, signedBy, delivery) => {
    const mail = await mailFrom(from, signedBy);
    expect(await proveSender(resolve, mail, from, delivery)).toMatchObject({ verdict: 'unproven' });
  });

  it('is not proven by a signature of another text, or of another key', async () => {
    const mail = (await mailFrom(from, 'walmart.com')).toString('latin1');
    const altered = Buffer.from(mail.replace('123456', '654321'), 'latin1');
    expect(await proveSender(resolve, altered, from, evil)).toMatchObject({ verdict: 'unproven', dkim: 'neutral' });
    const unknownKey = Buffer.from(mail.replace('s=key', 's=yek'), 'latin1');
    expect(await proveSender(resolve, unknownKey, from, evil)).toMatchObject({ verdict: 'unproven' });
  });

  it('is not proven by a signature over a part of the body, or by that of a second sender', async () => {
    const signing = { signingDomain: 'walmart.com', selector: 'key', privateKey };
    const plain = await mailFrom(from);
    const whole = await dkimSign(plain, { ...signing, signatureData: [signing] });
    const part = await dkimSign(plain, { ...signing, signatureData: [{ ...signing, maxBodyLength: 10 }] });
    const longer = (signatures: string) => Buffer.from(`${signatures}${plain}It is really 654321.\r\n`, 'latin1');
    expect(await proveSender(resolve, Buffer.from(`${whole.signatures}${plain}`), from, evil)).toMatchObject({
      verdict: 'proven',
    });
    expect(await proveSender(resolve, longer(part.signatures), from, evil)).toMatchObject({
      verdict: 'unproven',
      dkim: 'pass',
    });
    const two = Buffer.from(`From: ${from}\r\n${await mailFrom('x@evil.example', 'evil.example')}`, 'latin1');
    expect((await proveSender(resolve, two, from, evil)).verdict).toBe('unproven');
    expect((await proveSender(resolve, two, 'x@evil.example', evil)).verdict).toBe('unproven');
  });

  it('says nothing where its domain does not, and is unknown where the DNS cannot be asked', async () => {
    const quiet = 'shop@quiet.example';
    expect((await proveSender(resolve, await mailFrom(quiet), quiet, evil)).verdict).toBe('unsaid');
    expect(await proveSender(null, await mailFrom(from), from, evil)).toEqual({
      verdict: 'unknown',
      spf: null,
      dkim: null,
    });
    const refused: Resolve = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    expect((await proveSender(refused, await mailFrom(from), from, evil)).verdict).toBe('unknown');
    expect((await proveSender(resolve, await mailFrom(from), '', evil)).verdict).toBe('unproven');
  });

  it('cannot cause endless DNS lookups with its signatures', async () => {
    const signing = (index: number) => ({ signingDomain: `d${index}.evil.example`, selector: 'key', privateKey });
    const plain = await mailFrom(from);
    const signatureData = Array.from({ length: 80 }, (_, index) => signing(index));
    const { signatures } = await dkimSign(plain, { ...signing(0), signatureData });
    const before = dns.asked.length;
    const mail = Buffer.from(`${signatures}${plain}`, 'latin1');
    expect((await proveSender(resolve, mail, from, evil)).verdict).toBe('unproven');
    const asked = dns.asked.length - before;
    expect(asked).toBeGreaterThan(20);
    expect(asked).toBeLessThanOrEqual(60);
  });
});
