import { describe, expect, it } from 'vitest';
import { addressBucket, clientAddress } from './address.ts';

const request = (remoteAddress: string, forwarded?: string) => ({
  socket: { remoteAddress },
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
});

describe('clientAddress', () => {
  it('is the socket address unless the peer is a named proxy', () => {
    expect(clientAddress(request('203.0.113.7', '1.2.3.4'), [])).toBe('203.0.113.7');
    expect(clientAddress(request('203.0.113.7', '1.2.3.4'), ['10.0.0.0/8'])).toBe('203.0.113.7');
    expect(clientAddress(request('::ffff:203.0.113.7'), [])).toBe('203.0.113.7');
  });

  it('is the right-most hop that is no proxy of ours', () => {
    const proxies = ['10.0.0.0/8', '2001:db8::/32', '192.0.2.1'];
    expect(clientAddress(request('10.0.0.1', '6.6.6.6, 203.0.113.7'), proxies)).toBe('203.0.113.7');
    expect(clientAddress(request('::ffff:10.0.0.1', '6.6.6.6, 203.0.113.7, 10.9.9.9'), proxies)).toBe('203.0.113.7');
    expect(clientAddress(request('2001:db8::1', '2a00::5'), proxies)).toBe('2a00::5');
    expect(clientAddress(request('192.0.2.1', '203.0.113.7:4711'), proxies)).toBe('203.0.113.7');
    expect(clientAddress(request('192.0.2.1', '[2a00::5]:4711'), proxies)).toBe('2a00::5');
  });

  it('falls back to the last address it can trust', () => {
    expect(clientAddress(request('10.0.0.1'), ['10.0.0.1'])).toBe('10.0.0.1');
    expect(clientAddress(request('10.0.0.1', 'unknown'), ['10.0.0.1'])).toBe('10.0.0.1');
    expect(clientAddress(request('10.0.0.1', '1.2.3.4, garbage'), ['10.0.0.1'])).toBe('10.0.0.1');
    expect(clientAddress({ socket: {}, headers: {} }, [])).toBe('0.0.0.0');
  });
});

describe('addressBucket', () => {
  it('counts IPv4 by address and IPv6 by /64', () => {
    expect(addressBucket('203.0.113.7')).toBe('203.0.113.7');
    expect(addressBucket('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(addressBucket('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(addressBucket('2001:db8:1:2:ffff::')).toBe('2001:db8:1:2::/64');
    expect(addressBucket('2001:db8:1:3::')).toBe('2001:db8:1:3::/64');
    expect(addressBucket('nonsense')).toBe('0.0.0.0');
  });
});
