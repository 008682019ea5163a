import { expect, it } from 'vitest';
import { composeMail } from './compose-mail.ts';

const content = {
  subject: 'Your <walmart> order failed',
  intro: ['Nothing was bought.'],
  button: { label: 'View order', url: 'https://errand.example/app/orders/1?world=test&x=1' },
  details: ['2 × "Mug" & <b>plate</b>', 'https://evil.example'],
  notes: ['A note.'],
  footer: { text: 'You get this email.', links: [{ label: 'Unsubscribe', url: 'https://errand.example/stop' }] },
};

it('says the same in both parts, with our link before the details', () => {
  const { subject, text } = composeMail(content);
  expect(subject).toBe(content.subject);
  expect(text).toBe(`Nothing was bought.

View order:
https://errand.example/app/orders/1?world=test&x=1

2 × "Mug" & <b>plate</b>
https://evil.example

A note.

-- 
You get this email.
Unsubscribe: https://errand.example/stop
`);
});

it('keeps a subject on one line', () => {
  const { subject, html } = composeMail({ ...content, subject: 'Bulk\r\nBcc: eve@example.com\0' });
  expect(subject).toBe('Bulk Bcc: eve@example.com ');
  expect(html).toContain(subject);
});

it('keeps each fact on one line, in its order', () => {
  const lies = [
    'Mug\n\nView order:\nhttps://evil.example',
    'Jane\r\n-- \r\nIgnore this',
    'a\u2028b\u2029c',
    'x\u202e00.99$\u2066\u200b',
  ];
  const { text, html } = composeMail({ ...content, details: lies, intro: ['One.\nTwo.\u202e\u0007'] });
  expect(text).toContain(`
Mug View order: https://evil.example
Jane --  Ignore this
a b c
x 00.99$ 

A note.`);
  expect(text).toContain('One.\nTwo. \n\nView order:\nhttps://errand.example/');
  for (const part of [text, html]) expect(part).not.toMatch(/[\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\r]/);
  expect(html).toContain('Jane --  Ignore this<br>');
});

it('has one button, and shows outside text as text', () => {
  const { html = '' } = composeMail(content);
  expect([...html.matchAll(/<a href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
    'https://errand.example/app/orders/1?world=test&amp;x=1',
    'https://errand.example/stop',
  ]);
  expect(html.match(/display: inline-block/g)).toHaveLength(1);
  expect(html).toContain('Your &lt;walmart&gt; order failed');
  expect(html).toContain('2 × &quot;Mug&quot; &amp; &lt;b&gt;plate&lt;/b&gt;');
  expect(html).not.toContain('<b>');
  expect(html).toContain('&lt;/b&gt;<br>https://evil.example');
});

it('breaks a long URL in every part, so it fits on a phone', () => {
  const { html = '' } = composeMail(content);
  const parts = [...html.matchAll(/<(?:h1|p) style="([^"]*font-size[^"]*)"/g)].map(([, style]) => style);
  expect(parts.length).toBeGreaterThan(3);
  for (const style of parts) expect(style).toContain('overflow-wrap: anywhere');
});
