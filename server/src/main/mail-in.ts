import { readFile } from 'node:fs/promises';
import type { Brand } from '../connectors/brands.ts';
import { ensureSandboxServiceAccount, startAccountMail } from '../domains/catalog/retailer-accounts/index.ts';
import { type Config, ConfigError } from '../platform/config.ts';
import { type MailReceiver, systemResolve } from '../platform/mail-in/index.ts';

interface Needs {
  config: Config;
  port: number;
  retailers: readonly Brand[];
  managedAccounts: Omit<Parameters<typeof startAccountMail>[0], 'domainsOf'> &
    Parameters<typeof ensureSandboxServiceAccount>[0];
  /** More addresses that accept mail. */
  mailboxes: Parameters<typeof startAccountMail>[2];
}

/** Receives mail for retailer accounts, and for desk orders if the desk is loaded. */
export async function startMailIn({
  config,
  port,
  retailers,
  managedAccounts,
  mailboxes,
}: Needs): Promise<MailReceiver> {
  const { host, mailDomain } = config;
  await ensureSandboxServiceAccount(managedAccounts, mailDomain);
  const tls = config.mailInTls && {
    cert: await pemFile('MAIL_IN_TLS_CERT', config.mailInTls.certFile),
    key: await pemFile('MAIL_IN_TLS_KEY', config.mailInTls.keyFile),
  };
  const resolve = config.mailInDns && systemResolve(config.mailInDns);
  const domainsOf = (retailer: string | null) => mailDomainsOf(retailers, retailer);
  return startAccountMail({ ...managedAccounts, domainsOf }, { port, host, tls, resolve }, mailboxes);
}

/** The domains a retailer sends from; for a store outside the catalog, its own. */
function mailDomainsOf(retailers: readonly Brand[], retailer: string | null): readonly string[] {
  if (retailer === null) return retailers.flatMap((brand) => brand.domains);
  return retailers.find((brand) => brand.id === retailer)?.domains ?? [retailer];
}

function pemFile(variable: string, file: string): Promise<Buffer> {
  return readFile(file).catch(() => {
    throw new ConfigError(variable, 'a readable PEM file');
  });
}
