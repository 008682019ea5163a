import { describe, expect, it } from 'vitest';
import { isFromThisMachine, isOnlyForThisMachine } from './loopback.ts';

const asked = (remoteAddress: string, headers: Record<string, string>) =>
  isFromThisMachine({ headers, socket: { remoteAddress } });

describe('whether someone at this machine is asking', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1:8080'],
    ['127.0.0.1', 'localhost:8080'],
    ['127.0.0.1', 'LOCALHOST'],
    ['::1', '[::1]:8080'],
    ['::ffff:127.0.0.1', 'localhost'],
    ['127.9.9.9', '127.0.0.2'],
  ])('%s, calling us %s: yes', (address, host) => {
    expect(asked(address, { host })).toBe(true);
  });

  it.each([
    ['192.168.1.7', 'localhost'],
    ['203.0.113.7', '127.0.0.1'],
    ['127.0.0.1', 'errand.example'],
    ['127.0.0.1', 'localhost.evil.example'],
    ['127.0.0.1', '127.0.0.1.evil.example'],
    ['127.0.0.1', 'localhost@evil.example'],
    ['127.0.0.1', ''],
    ['', 'localhost'],
    ['::ffff:10.0.0.1', 'localhost'],
  ])('%s, calling us %j: no', (address, host) => {
    expect(asked(address, { host })).toBe(false);
  });

  it.each(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'])(
    'through a proxy (%s): no',
    (name) => {
      expect(asked('127.0.0.1', { host: 'localhost', [name]: '127.0.0.1' })).toBe(false);
    },
  );
});

describe('whether a service is for its own machine only', () => {
  it.each([
    ['http://127.0.0.1:8080', true],
    ['http://localhost:8080', true],
    ['http://errand.localhost', true],
    ['http://[::1]:8080', true],
    ['http://0.0.0.0:8080', true],
    ['https://errand.example', false],
    ['http://192.168.1.7:8080', false],
    ['http://localhost.example', false],
  ])('%s: %s', (publicUrl, expected) => expect(isOnlyForThisMachine(publicUrl)).toBe(expected));
});
