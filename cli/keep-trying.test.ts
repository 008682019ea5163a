import { expect, it } from 'vitest';
import { ApiError, ConnectionError } from '../sdk/src/index.ts';
import { keepTrying } from './keep-trying.ts';

const refused = (status: number) =>
  new ApiError('no', { status, code: 'x', details: {}, requestId: null, retryAfterSeconds: null });

it('reads again until the service is back, and says so once', async () => {
  const failures = [new ConnectionError('http://127.0.0.1', 'closed'), refused(503)];
  let said = '';
  const read = async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return 'back';
  };
  expect(await keepTrying({ err: (text) => (said += text) }, read, 1)).toBe('back');
  expect(said).toBe('Connection lost. Reconnecting…\n');
});

it('ends when the service refuses', async () => {
  const read = () => Promise.reject(refused(401));
  await expect(keepTrying({ err: () => {} }, read, 1)).rejects.toThrow('no');
});
