import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createLogger, isSecretName, type Logger } from './logger.ts';

function collect(write: (logger: Logger) => void): string {
  const lines: string[] = [];
  write(createLogger({ level: 'debug', destination: { write: (line) => void lines.push(line) } }));
  for (const line of lines) JSON.parse(line);
  return lines.join('');
}

describe('the log', () => {
  it('masks secrets and personal data by name, no matter how deep and however spelled', () => {
    const names = [
      'authorization',
      'Cookie',
      'set-cookie',
      'password',
      'totp_secret',
      'totp_2fa_key',
      'number',
      'security_code',
      'api_key',
      'apiKey',
      'X-Api-Key',
      'claim_token',
      'claim_url',
      'email',
      'phone_number',
      'address_line1',
      'shipping_address',
      'first_name',
      'postal_code',
      'body',
      'url',
      'databaseUrl',
      'masterKeys',
    ];
    for (const name of names) {
      const text = collect((logger) => {
        logger.info({ [name]: 'canary' });
        logger.info({ a: { b: [{ [name]: { c: 'canary' } }] } });
        logger.child({ [name]: 'canary' }).info('x');
      });
      expect(text, name).not.toContain('canary');
      expect(text, name).toContain('[redacted]');
    }
  });

  it('masks what looks like a secret wherever it appears', () => {
    const error = new Error('key svc_live_CANARY1 refused for canary@example.com', {
      cause: new Error('svc_order_CANARY2'),
    });
    Object.assign(error, { detail: 'Key (email)=(CANARY3) exists', parameters: ['CANARY4'], code: '23505' });
    const text = collect((logger) => {
      logger.error({ err: error }, 'failed with svc_test_CANARY5');
      logger.error(error);
      logger.info({
        note: 'Bearer CANARY6, whsec_CANARY7, http://x.example/claim/CANARY8 http://x.example/auth?by=1&token=CANARY10 postgres://user:CANARY9@host/db',
      });
      logger.info('sent to %s', 'canary@example.com');
    });
    expect(text).not.toMatch(/CANARY|canary@/);
    expect(text).toContain('svc_live_[redacted]');
    expect(text).toContain('"code":"23505"');
    expect(text).toContain('"stack"');
  });

  it('keeps what operators need', () => {
    const text = collect((logger) =>
      logger.info({ request_id: 'r1', route: '/orders/:id', status: 200, ms: 1.5, at: new Date(0) }, 'request'),
    );
    expect(JSON.parse(text)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      request_id: 'r1',
      route: '/orders/:id',
      status: 200,
      ms: 1.5,
      at: '1970-01-01T00:00:00.000Z',
      msg: 'request',
    });
  });

  it('survives cycles and depth', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect(collect((logger) => logger.info({ cycle }))).toContain('[left out]');
  });
});

it('loses no log line of a process that exits', () => {
  const program = `
    import { createLogger } from ${JSON.stringify(new URL('./logger.ts', import.meta.url).href)};
    const logger = createLogger({ level: 'info' });
    for (let line = 0; line < 500; line += 1) logger.info({ line }, 'written');
    if (process.env.ABRUPT === 'yes') process.exit(3);
  `;
  for (const ABRUPT of ['no', 'yes']) {
    const env = { ...process.env, ABRUPT };
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      env,
    });
    expect(status).toBe(ABRUPT === 'yes' ? 3 : 0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).line),
    ).toEqual(Array.from({ length: 500 }, (_, line) => line));
  }
});

it('tells secrets from data that may be shown to its sender', () => {
  expect(isSecretName('security_code')).toBe(true);
  expect(isSecretName('zip_code')).toBe(false);
});
