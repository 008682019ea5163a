import type { MailCode } from '../connectors/simulator/index.ts';
import { forwardingAddressOf } from '../domains/catalog/retailer-accounts/index.ts';
import { secondMs } from '../kit/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/database/index.ts';

/**
 * A simulated store sends its codes by SMTP to the account's address, whose provider forwards them to us. Both are
 * simulated here, against this service's receiver on loopback.
 */
export async function sandboxMailCode({ db, config }: { db: Db; config: Config }): Promise<MailCode> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host: '127.0.0.1',
    port: config.mailInPort ?? 0,
    secure: false,
    ignoreTLS: true,
    connectionTimeout: 5 * secondMs,
    socketTimeout: 10 * secondMs,
  });
  return async ({ accountId, email, retailer, code }) => {
    const forwardedTo = await forwardingAddressOf(db, accountId, config.mailDomain);
    if (forwardedTo === null) return;
    const from = `no-reply@${retailer.replace(/[^a-z0-9.-]/g, '')}.sandbox.example`;
    await transport.sendMail({
      from,
      to: email,
      envelope: { from, to: forwardedTo },
      headers: { 'X-Forwarded-To': forwardedTo, 'X-Forwarded-For': `${email} ${forwardedTo}` },
      subject: 'Your sign-in code',
      text: `Hello,\n\nsomeone is signing in to your account. Your verification code is:\n\n${code}\n\nIt expires in 10 minutes. Questions? Call +1 800 555 0199.\n`,
    });
  };
}
