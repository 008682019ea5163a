import { describe, expect, it } from 'vitest';
import {
  bodyBytesMax,
  bodyCharsMax,
  createSampler,
  errorIn,
  fullSampleMax,
  maskBody,
  maskQuery,
  sampleInterval,
} from './masking.ts';

describe('what is kept of a body', () => {
  it('has no secret, whatever it is called and wherever it stands', () => {
    const secrets = {
      password: 'hunter2',
      retailer_credentials: { email: 'a@b.example' },
      payment_method: { number: '4111111111111111' },
      nested: [{ totp_secret: 'JBSWY3DP', note: 'key svc_live_abcdefgh1234' }],
      answer: { code: '123456' },
      url: 'https://user:pass@shop.example/x',
    };
    const { text, state } = maskBody(secrets, 100);
    expect(state).toBe('masked');
    for (const secret of ['hunter2', 'a@b', '4111', 'JBSWY3DP', 'abcdefgh1234', '123456', ':pass@']) {
      expect(text).not.toContain(secret);
    }
    expect(JSON.parse(text ?? '')).toMatchObject({ password: '[redacted]', nested: [{ totp_secret: '[redacted]' }] });
  });

  it('is whole, cut or left out by its size', () => {
    expect(maskBody({ max_price: 5000 }, 18)).toEqual({ text: '{"max_price":5000}', state: 'whole' });
    expect(maskBody(undefined, 0)).toEqual({ text: null, state: 'none' });
    const long = maskBody({ note: 'x'.repeat(2 * bodyCharsMax) }, 2 * bodyCharsMax);
    expect([long.state, long.text?.length]).toEqual(['cut', bodyCharsMax]);
    expect(maskBody({}, bodyBytesMax + 1)).toEqual({ text: null, state: 'too_large' });
  });

  it('reads what an error said in either shape', () => {
    expect(errorIn('{"error":{"code":"not_found","message":"Nothing"}}')).toEqual({
      code: 'not_found',
      message: 'Nothing',
    });
    expect(errorIn('{"_type":"error","code":"invalid_json","message":"No"}')).toEqual({
      code: 'invalid_json',
      message: 'No',
    });
    expect(errorIn('{"detail":[{"loc":["body","x"],"msg":"Field required","type":"missing"}]}')).toEqual({
      code: 'invalid_request',
      message: 'body.x: Field required',
    });
    expect(errorIn('<html>')).toEqual({ code: null, message: null });
    expect(maskQuery('/x?claim=svc_test_secret')).toBe('claim=svc_test_[redacted]');
    expect(maskQuery('/x')).toBeNull();
  });
});

describe('sampling', () => {
  it('keeps everything of a quiet second, one in many of a busy one, and refusals apart', () => {
    let ms = 0;
    const sample = createSampler(() => ms);
    const kept = Array.from({ length: fullSampleMax + 3 * sampleInterval }, () => sample(false));
    expect(kept.filter((weight) => weight === 1)).toHaveLength(fullSampleMax);
    expect(kept.filter((weight) => weight === sampleInterval)).toHaveLength(3);
    expect(kept.reduce((sum, weight) => sum + weight, 0)).toBe(kept.length);
    expect(sample(true)).toBe(1);
    ms = 1000;
    expect(sample(false)).toBe(1);
  });
});
