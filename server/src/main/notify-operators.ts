import { newId } from '../kit/ids.ts';
import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/logger.ts';
import { composeMail, type Mailer } from '../platform/mailer/index.ts';

interface Needs {
  config: Pick<Config, 'operatorEmails' | 'publicUrl'>;
  mailer: Mailer;
  logger: Logger;
}

/** Emails the operators that requests to a store are paused. A mail that fails is logged. */
export async function notifyOperators(
  { config, mailer, logger }: Needs,
  store: string,
  failure: string,
): Promise<void> {
  const id = newId();
  for (const [index, to] of config.operatorEmails.entries()) {
    const mail = {
      to,
      messageId: `store-down-${id}-${index}`,
      ...composeMail({
        subject: `Requests to ${store} are failing`,
        intro: [
          `Errand paused requests to ${store} and will retry. Orders for this store are queued. None have been lost.`,
        ],
        button: { label: 'View store', url: `${config.publicUrl}/app/operator/stores/${encodeURIComponent(store)}` },
        details: [`Error: ${failure}`],
        notes: [
          `If Errand uses a browser for this store, check Recordings: ${config.publicUrl}/app/operator/recordings`,
        ],
      }),
    };
    await mailer.send(mail).catch((error: unknown) => logger.warn({ store, err: error }, 'operator email failed'));
  }
}
