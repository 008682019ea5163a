import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purchaseProblems } from '../harness/checks.ts';
import { startDnsServer } from '../harness/dns-server.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let dns: Awaited<ReturnType<typeof startDnsServer>>;
beforeAll(async () => {
  dns = await startDnsServer({
    'walmart.com': 'v=spf1 ip4:127.0.0.1 -all',
    'amazon.com': 'v=spf1 ip4:192.0.2.1 -all',
    'google.com': 'v=spf1 ip4:192.0.2.1 -all',
  });
  const env = { MAIL_DOMAIN: 'mail.example.com', MAIL_IN_DNS: dns.server };
  system = await startSystem({ withWorker: true, withMail: true, env });
});
afterAll(async () => {
  await system.stop();
  await dns.close();
});

const codeRequired = () => `${system.url}/shop/products/test-code-required`;

async function createAccount(key: string, more: Record<string, unknown> = {}) {
  const answer = await system.post('/managed-accounts', key, { email: 'buyer@example.com', password: 'pw', ...more });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as { id: string; short_id: string; forwarding_email: string };
}

async function ended(key: string, id: string) {
  for (;;) {
    const { body } = await system.get(`/orders/${id}`, key);
    if (!['pending', 'in_progress'].includes(body.status)) return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const eventsOf = async (key: string, shortId: string) =>
  (await system.get(`/managed-accounts/${shortId}/events`, key)).body.events as {
    type: string;
    [key: string]: unknown;
  }[];

function send(
  to: string,
  { from = 'no-reply@shop.example', ...mail }: Partial<Record<'subject' | 'text' | 'html' | 'header' | 'from', string>>,
) {
  const transport = createTransport({
    host: '127.0.0.1',
    port: system.config.mailInPort!,
    secure: false,
    ignoreTLS: true,
  });
  return transport.sendMail({ from, to: mail.header ?? to, envelope: { from, to }, subject: '', text: '', ...mail });
}

describe('a code by email', () => {
  it('travels by SMTP from the store to the checkout that waits for it', async () => {
    const key = await system.mint();
    const account = await createAccount(key);
    const orderBody = orderFor(codeRequired(), { retailer_credentials_id: account.short_id });
    const { body } = await system.post('/orders', key, orderBody);
    expect((await ended(key, body.id)).status).toBe('order_placed');
    const events = await eventsOf(key, account.short_id);
    expect(events.map((event) => event.type)).toEqual(
      expect.arrayContaining(['mail.code_received', 'mail.forwarding_verified', 'code.used']),
    );
    expect((await system.get(`/managed-accounts/${account.short_id}`, key)).body.has_forwarding).toBe(true);
    const { rows } = await sql`select from account_codes where managed_account_id = ${account.id}`.execute(
      system.database.db,
    );
    expect(rows).toHaveLength(0);
    expect(JSON.stringify(events)).not.toMatch(/\d{6}(?!\d*Z)/);
  });

  it("is read for an order that names no account too, with the service's own", async () => {
    const key = await system.mint();
    const { body } = await system.post('/orders', key, orderFor(codeRequired()));
    const order = await ended(key, body.id);
    expect(order.status).toBe('order_placed');
    expect(await purchaseProblems(system.database.db)).toEqual([]);
  });

  it('is required when some accounts log in, and may arrive too late', async () => {
    const key = await system.mint();
    const code = await createAccount(key, { email: 'b+code@example.com', retailer: 'walmart' });
    expect((await system.post(`/managed-accounts/${code.short_id}/verify`, key)).body.verified).toBe(true);
    const late = await createAccount(key, { email: 'b+late@example.com', retailer: 'walmart' });
    const { body } = await system.post(`/managed-accounts/${late.short_id}/verify`, key);
    expect(body).toMatchObject({ verified: false, error_type: 'account_verification_required' });
    expect(body.message).toMatch(/too late/);
    expect((await eventsOf(key, late.short_id))[0]!.type).toBe('account.verification_required');
  });

  it('shows an order that waits for it', async () => {
    const key = await system.mint();
    const account = await createAccount(key);
    // Email to this account looks old until this is released.
    await sql
      .raw(
        `create function hold_mail() returns trigger language plpgsql as $$ begin new.received_at = '-infinity'; return new; end $$;
        create trigger hold_mail before insert on account_codes for each row
          when (new.managed_account_id = '${account.id}') execute function hold_mail()`,
      )
      .execute(system.database.db);
    const orderBody = orderFor(codeRequired(), { retailer_credentials_id: account.short_id });
    const { body } = await system.post('/orders', key, orderBody);
    const seen: unknown[] = [];
    for (;;) {
      const order = (await system.get(`/orders/${body.id}`, key)).body;
      if (order.waiting_for === 'code') {
        const { milestones } = (await system.get(`/orders/${body.id}/timeline`, key)).body;
        seen.push(order.status, milestones.at(-1));
        break;
      }
      expect(['pending', 'in_progress']).toContain(order.status);
    }
    await sql`update account_codes set received_at = now() where managed_account_id = ${account.id}`.execute(
      system.database.db,
    );
    expect(seen).toEqual([
      'in_progress',
      expect.objectContaining({ type: 'placement_started', detail: { waiting_for: 'code' } }),
    ]);
    expect(await ended(key, body.id)).toMatchObject({ status: 'order_placed', waiting_for: null });
  });
});

describe('the receiver', () => {
  it("keeps a provider's confirmation for its owner, and believes in the forwarding only when email comes through", async () => {
    const key = await system.mint();
    const account = await createAccount(key);
    const url = 'https://mail-settings.google.com/mail/vf-%5Babc%5D-def';
    await send(account.forwarding_email, {
      subject: '(#123456789) Gmail Forwarding Confirmation - Receive Mail from buyer@example.com',
      text: `Confirmation code: 123456789\n${url}\n`,
    });
    const [event] = await eventsOf(key, account.short_id);
    expect(event).toMatchObject({ type: 'mail.forwarding_requested', confirmation_url: url });
    expect((await system.get(`/managed-accounts/${account.short_id}`, key)).body.has_forwarding).toBe(false);
    await send(account.forwarding_email, { subject: 'Hello', text: 'Your order shipped', header: 'buyer@example.com' });
    expect((await system.get(`/managed-accounts/${account.short_id}`, key)).body.has_forwarding).toBe(true);
  });

  it('takes email for known addresses only, and relays nothing', async () => {
    const key = await system.mint();
    const { forwarding_email: known } = await createAccount(key);
    for (const to of [
      'svc_acct_aaaaaaaaaa@mail.example.com',
      'someone@elsewhere.example',
      known.replace('mail.example.com', 'elsewhere.example'),
      `${known.split('@')[0]}%elsewhere.example@mail.example.com`,
      'postmaster@mail.example.com',
    ]) {
      await expect(send(to, { text: 'x' }), to).rejects.toMatchObject({ responseCode: 550 });
    }
    await expect(send(known.toUpperCase(), { text: 'x' })).resolves.toBeDefined();
  });

  it('keeps a code of the retailer only, although anyone can write', async () => {
    const key = await system.mint();
    const account = await createAccount(key, { retailer: 'walmart' });
    const text = 'Your verification code is 123456.';
    await send(account.forwarding_email, { text, from: 'no-reply@evil.example' });
    expect(await eventsOf(key, account.short_id)).toMatchObject([
      { type: 'mail.received', detail: { from: 'evil.example', code_ignored: expect.any(String) } },
    ]);
    const kept = () =>
      sql`select from account_codes where managed_account_id = ${account.id}`.execute(system.database.db);
    expect((await kept()).rows).toHaveLength(0);
    await send(account.forwarding_email, { text, from: 'no-reply@account.walmart.com' });
    expect((await kept()).rows).toHaveLength(1);
  });

  it('keeps nothing from a sender whose domain does not vouch for the email', async () => {
    const { key } = await system.account('live');
    const account = await createAccount(key);
    const text = 'Your verification code is 123456.';
    const link = 'https://mail-settings.google.com/mail/vf-%5Babc%5D-def';
    const kept = async () =>
      (await sql`select from account_codes where managed_account_id = ${account.id}`.execute(system.database.db)).rows;
    await send(account.forwarding_email, { text, from: 'no-reply@amazon.com' });
    await send(account.forwarding_email, {
      from: 'forwarding-noreply@google.com',
      subject: 'Gmail Forwarding Confirmation',
      text: link,
    });
    expect(await kept()).toHaveLength(0);
    const [asked, spoofed] = await eventsOf(key, account.short_id);
    const unproven = { verdict: 'unproven', spf: 'fail', dkim: 'none' };
    expect(asked).toMatchObject({ type: 'mail.received', confirmation_url: null, detail: unproven });
    expect(spoofed).toMatchObject({
      type: 'mail.received',
      detail: { from: 'amazon.com', ...unproven, code_ignored: expect.stringMatching(/SPF and DKIM/) },
    });
    await send(account.forwarding_email, { text, from: 'no-reply@walmart.com' });
    expect(await kept()).toHaveLength(1);
    expect((await eventsOf(key, account.short_id))[0]).toMatchObject({
      type: 'mail.code_received',
      detail: { verdict: 'proven', spf: 'pass' },
    });
  });

  it('refuses an email of too many parts', async () => {
    const key = await system.mint();
    const account = await createAccount(key);
    const text = `Your code is 123456.\n${'--boundary\nContent-Type: text/plain\n\nx\n'.repeat(400)}`;
    await expect(send(account.forwarding_email, { text })).rejects.toMatchObject({ responseCode: 554 });
    expect(await eventsOf(key, account.short_id)).toEqual([]);
  });

  it('refuses what is too large and keeps none of it', async () => {
    const key = await system.mint();
    const account = await createAccount(key);
    const text = 'Your code is 123456. '.repeat(150_000);
    await expect(send(account.forwarding_email, { text })).rejects.toMatchObject({ responseCode: 552 });
    expect(await eventsOf(key, account.short_id)).toEqual([]);
  });
});

describe('without a receiver', () => {
  it('the story of the emailed code ends as account_verification_required', async () => {
    const deaf = await startSystem({ withWorker: true });
    try {
      const key = await deaf.mint();
      const { body } = await deaf.post('/orders', key, orderFor(`${deaf.url}/shop/products/test-code-required`));
      for (;;) {
        const order = (await deaf.get(`/orders/${body.id}`, key)).body;
        if (order.status === 'order_failed') {
          expect(order.job_result.error_type).toBe('account_verification_required');
          break;
        }
        expect(['pending', 'in_progress']).toContain(order.status);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    } finally {
      await deaf.stop();
    }
  });
});
