import { newId } from '../kit/ids.ts';
import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/logger.ts';
import type { Mailer } from '../platform/mailer/index.ts';

interface Needs {
  config: Pick<Config, 'operatorEmails' | 'publicUrl'>;
  mailer: Mailer;
  logger: Logger;
}

/** Writes to the operators that a store is left alone from now on. That a mail cannot be sent stops nothing. */
export async function notifyOperators(
  { config, mailer, logger }: Needs,
  store: string,
  failure: string,
): Promise<void> {
  const id = newId();
  for (const [index, to] of config.operatorEmails.entries()) {
    const mail = {
      to,
      subject: `The store ${store} does not work`,
      messageId: `store-down-${id}-${index}`,
      text: `Errand leaves the store ${store} alone for a while and then tries again. Its orders wait; none is lost.

What went wrong:
${failure}

What the browser did, with pictures, where the store has only pages:
${config.publicUrl}/app/operator/visits

How it does:
${config.publicUrl}/app/operator/retailers
`,
    };
    await mailer.send(mail).catch((error: unknown) => logger.warn({ store, err: error }, 'operators were not told'));
  }
}
