import { brandOfHost } from '../connectors/brands.ts';
import { type KeyLimits, type KeyPermissions, type Scope, scopes } from '../domains/access/accounts/index.ts';
import { listStores, loadRetailers } from '../domains/catalog/stores/index.ts';
import { systemClock } from '../kit/clock.ts';
import { type Cents, toCents } from '../kit/money.ts';
import type { World } from '../kit/world.ts';
import type { Executor } from '../platform/database/index.ts';
import { isAddressRange } from '../platform/http/index.ts';

const retailersFile = new URL('../../../config/retailers.json', import.meta.url);

/** The command line is invalid. The message is for the person who typed it. */
export class UsageError extends Error {}

export interface KeyOptions {
  retailers?: string;
  'per-day'?: string;
  'per-order'?: string;
  scopes?: string;
  expires?: string;
  addresses?: string;
}

export function centsOf(text: string | undefined, name: string): Cents {
  if (!/^\d{1,12}$/.test(text ?? '')) throw new UsageError(`${name} must be a whole number of cents.`);
  return toCents(Number(text));
}

export function permissionsOf({ scopes: scopeList, expires, addresses }: KeyOptions): Partial<KeyPermissions> {
  const wanted = scopeList?.split(',').map((scope) => scope.trim());
  if (wanted && !wanted.every((scope): scope is Scope => scopes.some((known) => known === scope))) {
    throw new UsageError(`--scopes must be one or more of ${scopes.join(',')}.`);
  }
  const expiresAt = expires === undefined ? null : new Date(expires);
  if (expiresAt && !(expiresAt > systemClock.now()))
    throw new UsageError('--expires must be a future time in ISO 8601.');
  const ranges = addresses?.split(',').map((range) => range.trim());
  if (ranges && !ranges.every(isAddressRange)) throw new UsageError('--addresses must be IP addresses or CIDR ranges.');
  return { ...(wanted && { scopes: wanted }), expiresAt, allowedAddresses: ranges ?? null };
}

export function limitsOf(options: KeyOptions, nameOf: (retailer: string) => string): KeyLimits {
  const { 'per-day': perDay, 'per-order': perOrder, retailers } = options;
  const names = retailers?.split(',').map((name) => nameOf(name.trim().toLowerCase()));
  if (names?.includes('')) throw new UsageError('--retailers must be retailer names or domains, separated by commas.');
  return {
    spendPerDay: perDay === undefined ? null : centsOf(perDay, '--per-day'),
    spendPerOrder: perOrder === undefined ? null : centsOf(perOrder, '--per-order'),
    allowedRetailers: names ? [...new Set(names)] : null,
  };
}

/** Resolves a retailer to the name that orders use: a connected store, or a brand of the catalog. */
export async function createRetailerNamer(executor: Executor, world: World): Promise<(retailer: string) => string> {
  const [brands, stores] = await Promise.all([loadRetailers(retailersFile), listStores(executor)]);
  const hostOf = (url: string | null) => (URL.parse(url ?? '')?.hostname ?? '').replace(/^www\./, '');
  return (retailer) => {
    const store = stores.find(
      (one) => one.world === world && (one.name === retailer || hostOf(one.config.url) === retailer),
    );
    return store?.name ?? (retailer.includes('.') ? brandOfHost(brands, retailer)?.id : undefined) ?? retailer;
  };
}
