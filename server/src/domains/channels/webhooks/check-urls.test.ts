import { afterAll, expect, it } from 'vitest';
import { internalAddressByName, internalUrls } from '../../../../test/harness/internal-urls.ts';
import { createOutgoing } from '../../../platform/outgoing/index.ts';
import { checkWebhookUrls } from './check-urls.ts';

const outgoing = createOutgoing({
  allowPrivate: false,
  resolve: async (host) =>
    internalAddressByName[host]?.split(' ') ?? (host === 'shop.example' ? ['93.184.215.14'] : []),
});
afterAll(() => outgoing.close());

it('refuses internal addresses, each with a reason', async () => {
  const urls = internalUrls(8080);
  expect(urls.length).toBeGreaterThanOrEqual(100);
  for (const url of urls) {
    expect(await checkWebhookUrls(outgoing, [url])).toEqual([{ url, reason: expect.stringMatching(/\.$/) }]);
  }
});

it('names the refused URLs and accepts the others', async () => {
  const good = ['https://shop.example/hook', 'https://user:pass@shop.example:8443/hook?a=b', 'http://93.184.215.14/'];
  expect(await checkWebhookUrls(outgoing, good)).toEqual([]);
  const refused = await checkWebhookUrls(outgoing, [...good, 'http://10.0.0.1/', 'https://unknown.example/']);
  expect(refused.map((one) => one.url)).toEqual(['http://10.0.0.1/', 'https://unknown.example/']);
});

it('refuses URLs that differ from what people read', async () => {
  const unseen = ['\n', '\r\n', '\t', ' ', '\0', '\u001b', '\u007f', '\u0085', '\u00a0', '\u2028', '\u202e', '\ufeff'];
  for (const character of unseen) {
    const urls = [
      `https://shop.example/hook${character}`,
      `${character}https://shop.example/hook`,
      `https://shop.example/ho${character}ok`,
      `https://shop${character}.example/hook`,
    ];
    for (const url of urls) {
      const reason = 'The URL must not contain spaces, line breaks or other characters that cannot be seen.';
      expect(await checkWebhookUrls(outgoing, [url]), JSON.stringify(url)).toEqual([{ url, reason }]);
    }
  }
  expect(await checkWebhookUrls(outgoing, ['https://shop.example/größe/‌x?q=%0a'])).toEqual([]);
});

it('says how to receive events on your own machine', async () => {
  const urls = ['http://localhost:3000/hooks', 'http://127.0.0.1:3000/hooks', 'http://[::1]:3000/hooks'];
  for (const { reason } of await checkWebhookUrls(outgoing, urls)) expect(reason).toContain('run errand listen.');
  const [elsewhere] = await checkWebhookUrls(outgoing, ['http://10.0.0.1/']);
  expect(elsewhere?.reason).not.toContain('errand listen');
});

it('refuses URLs that are too long or too many', async () => {
  const long = `https://shop.example/${'x'.repeat(2048)}`;
  expect(await checkWebhookUrls(outgoing, [long])).toMatchObject([{ reason: expect.stringContaining('2048') }]);
  const many = Array.from({ length: 11 }, (_, n) => `https://shop.example/${n}`);
  expect(await checkWebhookUrls(outgoing, many)).toMatchObject([
    { url: many[10], reason: expect.stringContaining('10') },
  ]);
});
