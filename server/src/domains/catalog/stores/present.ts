import type { Ability } from '../../../connectors/contract.ts';
import { isoOrNull } from '../../../kit/clock.ts';
import { priorityOf } from './configured-store.ts';
import { healthUnknown, type StoreHealth, statusOf } from './model.ts';
import type { StoreRow } from './sql.ts';

export interface StoreFile {
  row: StoreRow;
  health: StoreHealth | undefined;
  abilities: readonly Ability[];
  credentialNames: readonly string[];
  isUnreadable: boolean;
  /** Why its kind is unavailable, or null. */
  leftOut: string | null;
}

/** An allow-list. Credentials show only their names. */
export function presentStore(file: StoreFile) {
  const { row, health = healthUnknown, abilities, credentialNames, isUnreadable, leftOut } = file;
  const { config } = row;
  const trouble = leftOut !== null ? 'plugin not loaded' : isUnreadable ? 'credentials unreadable' : null;
  return {
    name: row.name,
    kind: row.kind,
    world: row.world,
    brand: config.brand ?? null,
    priority: priorityOf(row),
    enabled: row.is_enabled,
    from_file: row.is_from_file,
    url: config.url,
    also: config.also,
    api_url: config.apiUrl,
    currency: config.currency,
    countries: config.countries,
    credentials: [...credentialNames],
    payment: config.payment,
    mode: config.mode,
    limits: {
      per_minute: config.limits.perMinute,
      at_once: config.limits.atOnce,
      timeout_seconds: config.limits.timeoutSeconds,
    },
    contact: config.contact,
    bill_to: config.billTo && presentAddress(config.billTo),
    accounts: config.accounts,
    track_every: config.trackEvery,
    consent: config.consent,
    settings: config.settings,
    abilities: [...abilities],
    health: {
      status: statusOf(row.is_enabled, health, trouble),
      failures: health.failures,
      closed_until: isoOrNull(health.closedUntil),
      last_ok_at: isoOrNull(health.lastOkAt),
      last_failure_at: isoOrNull(health.lastFailureAt),
      last_failure: leftOut ?? health.lastFailure,
    },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function presentAddress(address: NonNullable<StoreRow['config']['billTo']>) {
  return {
    first_name: address.firstName,
    last_name: address.lastName,
    address_line1: address.addressLine1,
    address_line2: address.addressLine2,
    city: address.city,
    state: address.state,
    postal_code: address.postalCode,
    country: address.country,
    phone_number: address.phoneNumber,
  };
}
