import { describe, expect, it } from 'vitest';
import { codeOfStep, parseTotp, startOfStep, stepAt } from './totp.ts';

/** Appendix B of RFC 6238: the seed in ASCII, repeated to the length of the hash. */
const seeds = {
  SHA1: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  SHA256: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA',
  SHA512: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNA',
} as const;

const vectors: [seconds: number, sha1: string, sha256: string, sha512: string][] = [
  [59, '94287082', '46119246', '90693936'],
  [1111111109, '07081804', '68084774', '25091201'],
  [1111111111, '14050471', '67062674', '99943326'],
  [1234567890, '89005924', '91819424', '93441116'],
  [2000000000, '69279037', '90698825', '38618901'],
  [20000000000, '65353130', '77737706', '47863826'],
];

describe('RFC 6238', () => {
  it.each(vectors)('gives the published codes at %i s', (seconds, ...codes) => {
    for (const [index, algorithm] of (['SHA1', 'SHA256', 'SHA512'] as const).entries()) {
      const uri = `otpauth://totp/Shop:jo?secret=${seeds[algorithm]}&algorithm=${algorithm}&digits=8`;
      const settings = parseTotp(uri)!;
      expect(codeOfStep(settings, stepAt(settings, new Date(seconds * 1000)))).toBe(codes[index]);
    }
  });

  it('changes the code with every step', () => {
    const settings = parseTotp(seeds.SHA1)!;
    const step = stepAt(settings, new Date(59_999));
    expect(step).toBe(1);
    expect(startOfStep(settings, step + 1)).toEqual(new Date(60_000));
    expect(codeOfStep(settings, step)).not.toBe(codeOfStep(settings, step + 1));
  });
});

describe('what people paste', () => {
  const plain = { secret: 'JBSWY3DPEHPK3PXP', algorithm: 'SHA1', digits: 6, period: 30 };

  it.each([
    'JBSWY3DPEHPK3PXP',
    'jbswy3dpehpk3pxp',
    ' jbsw y3dp ehpk 3pxp ',
    'JBSW-Y3DP-EHPK-3PXP',
    'JBSWY3DPEHPK3PXP====',
    'otpauth://totp/Shop:jo@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Shop',
    'otpauth://totp/jo?secret=jbsw%20y3dp%20ehpk%203pxp',
    'OTPAUTH://totp/jo?secret=jbswy3dpehpk3pxp',
  ])('takes %s', (text) => {
    expect(parseTotp(text)).toEqual(plain);
  });

  it('keeps what an address says of digits and period', () => {
    const uri = 'otpauth://totp/jo?secret=JBSWY3DPEHPK3PXP&digits=8&period=60&algorithm=SHA256';
    expect(parseTotp(uri)).toEqual({ ...plain, digits: 8, period: 60, algorithm: 'SHA256' });
  });

  it.each([
    '',
    'JBSWY3DP',
    'JBSWY3DPEHPK3PX1',
    'JBSWY3DPEHPK3PXPA',
    'not base32 at all!',
    'otpauth://totp/jo',
    'otpauth://totp/jo?secret=short',
    'otpauth://hotp/jo?secret=JBSWY3DPEHPK3PXP&counter=1',
    'otpauth://totp/jo?secret=JBSWY3DPEHPK3PXP&digits=3',
    'otpauth://totp/jo?secret=JBSWY3DPEHPK3PXP&period=0',
    'https://example.com/?secret=JBSWY3DPEHPK3PXP',
  ])('refuses %j', (text) => {
    expect(parseTotp(text)).toBeNull();
  });
});
