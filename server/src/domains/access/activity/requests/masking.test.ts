import { describe, expect, it } from 'vitest';
import {
  bodyCharsMax,
  createSampler,
  errorIn,
  fullSampleMax,
  maskHeaders,
  maskJson,
  maskQuery,
  sampleInterval,
} from './masking.ts';

it('keeps only headers that explain a request, without secrets', () => {
  const sent = {
    authorization: 'Bearer svc_live_abcdefgh1234',
    cookie: 'session=hunter2',
    'idempotency-key': `${'x'.repeat(240)} svc_live_abcdefgh1234`,
    prefer: undefined,
    'user-agent': 'node',
  };
  const kept = maskHeaders(sent);
  expect(Object.keys(kept)).toEqual(['idempotency-key', 'user-agent']);
  expect(JSON.stringify(kept)).not.toMatch(/svc_live_\w|hunter2/);
});

describe('a logged body', () => {
  it('has no secrets, under any name and at any depth', () => {
    const secrets = {
      password: 'hunter2',
      retailer_credentials: { email: 'a@b.example' },
      payment_method: { number: '4111111111111111' },
      nested: [{ totp_secret: 'JBSWY3DP', note: 'key svc_live_abcdefgh1234' }],
      answer: { code: '123456' },
      url: 'https://user:pass@shop.example/x',
    };
    const { text, state } = maskJson(JSON.stringify(secrets), 'request');
    expect(state).toBe('masked');
    for (const secret of ['hunter2', 'a@b', '4111', 'JBSWY3DP', 'abcdefgh1234', '123456', ':pass@']) {
      expect(text).not.toContain(secret);
    }
    expect(JSON.parse(text ?? '')).toMatchObject({ password: '[redacted]', nested: [{ totp_secret: '[redacted]' }] });
  });

  it('is complete or cut by size, and left out if it is not JSON', () => {
    expect(maskJson('{"max_price": 5000}', 'request')).toEqual({ text: '{"max_price":5000}', state: 'whole' });
    expect(maskJson('password=hunter2', 'request')).toEqual({ text: null, state: 'none' });
    const long = maskJson(JSON.stringify({ note: 'x'.repeat(2 * bodyCharsMax) }), 'request');
    expect([long.state, long.text?.length]).toEqual(['cut', bodyCharsMax]);
  });

  it('of a response has the error code and no secrets', () => {
    const answer = {
      error: { code: 'not_found' },
      secret: 'whsec_AAAA',
      webhook_secret: 'x',
      api_key: 'svc_test_abc',
      token: 'x',
    };
    const { text, state } = maskJson(JSON.stringify(answer), 'response');
    expect(state).toBe('masked');
    const masked = '[redacted]';
    expect(JSON.parse(text ?? '')).toEqual({
      ...{ error: { code: 'not_found' }, secret: masked, webhook_secret: masked, api_key: masked, token: masked },
    });
  });

  it('reads errors of both APIs', () => {
    expect(errorIn('{"error":{"code":"not_found","message":"Nothing"}}')).toEqual({
      code: 'not_found',
      message: 'Nothing',
    });
    expect(errorIn('{"_type":"error","code":"invalid_json","message":"No"}')).toEqual({
      code: 'invalid_json',
      message: 'No',
    });
    const detail = ['x', 'y'].map((name) => ({ loc: ['body', name], msg: 'Field required', type: 'missing' }));
    expect(errorIn(JSON.stringify({ detail }))).toEqual({
      code: 'invalid_request',
      message: 'body.x: Field required; body.y: Field required',
    });
    expect(errorIn('<html>')).toEqual({ code: null, message: null });
    expect(maskQuery('/x?claim=svc_test_secret')).toBe('claim=svc_test_[redacted]');
    expect(maskQuery('/x')).toBeNull();
  });
});

describe('sampling', () => {
  it('keeps all requests of a quiet second, samples a busy one, and counts errors separately', () => {
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
