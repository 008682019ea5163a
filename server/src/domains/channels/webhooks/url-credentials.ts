import { createHmac } from 'node:crypto';
import type { Clock } from '../../../kit/clock.ts';
import { listOf } from '../../../kit/fields.ts';
import { newId } from '../../../kit/ids.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { SealedColumn, Vault } from '../../../platform/secrets/index.ts';
import { destinationOf } from './model.ts';
import type { Owner } from './sql.ts';
import { findCredentials, insertCredentials } from './sql-credentials.ts';

/** User names and passwords in webhook URLs are stored encrypted; the stored URL refers to them. */
export interface UrlCredentials {
  /** The URLs of a request, with references instead of credentials. */
  seal<Webhooks>(owner: Owner, webhooks: Webhooks): Promise<Webhooks>;
  /** The URL to call. A reference works only for the host it was created for. */
  open(owner: Owner, url: string): Promise<string>;
}

interface Needs {
  db: Db;
  clock: Clock;
  vault: Vault;
  serviceSecret(): Promise<Buffer>;
}

const marker = 'sealed';
const tokenPattern = /^[0-9a-f]{64}$/;
const contextOf = (id: string): string => `webhook_credentials/${id}/sealed`;

export const urlCredentialColumns: SealedColumn[] = [
  { table: 'webhook_credentials', column: 'sealed', contextOf, isErasable: true },
];

export function createUrlCredentials({ db, clock, vault, serviceSecret }: Needs): UrlCredentials {
  /** The same for equal credentials, so that an endpoint stays one endpoint. */
  async function tokenOf(url: URL): Promise<string> {
    const parts = JSON.stringify([destinationOf(url.href).origin, url.username, url.password]);
    return createHmac('sha256', await serviceSecret())
      .update(parts)
      .digest('hex');
  }

  async function sealUrl(owner: Owner, text: string): Promise<string> {
    const url = URL.parse(text);
    if (!url || (url.username === '' && url.password === '')) return text;
    if (isReference(url) && (await findCredentials(db, owner, url.password))) return text;
    const token = await tokenOf(url);
    if (!(await findCredentials(db, owner, token))) {
      const id = newId();
      const sealed = await vault.sealErasable(JSON.stringify([url.username, url.password]), contextOf(id));
      await insertCredentials(db, owner, { id, token, sealed, now: clock.now() });
    }
    [url.username, url.password] = [marker, token];
    return url.href;
  }

  async function sealAll(owner: Owner, value: unknown): Promise<unknown> {
    if (typeof value === 'string') return sealUrl(owner, value);
    if (Array.isArray(value)) return Promise.all(value.map((entry) => sealAll(owner, entry)));
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value).map(async ([event, urls]) => [event, await sealAll(owner, urls)] as const);
    return Object.fromEntries(await Promise.all(entries));
  }

  return {
    seal: async <Webhooks>(owner: Owner, webhooks: Webhooks) => (await sealAll(owner, webhooks)) as Webhooks,
    async open(owner, text) {
      const url = URL.parse(text);
      if (!url || !isReference(url)) return text;
      const token = url.password;
      const row = await findCredentials(db, owner, token);
      const plain = row && (await vault.openErasable(row.sealed, contextOf(row.id)));
      const [username = '', password = ''] = plain ? listOf(JSON.parse(plain.toString())).map(String) : [];
      plain?.fill(0);
      [url.username, url.password] = [username, password];
      if ((await tokenOf(url)) === token) return url.href;
      // The record is gone, or the reference was put into another URL: send no password.
      [url.username, url.password] = ['', ''];
      return url.href;
    },
  };
}

const isReference = (url: URL): boolean => url.username === marker && tokenPattern.test(url.password);
