import type { TSchema } from 'typebox';
import type { Address } from '../../../connectors/contract.ts';
import type { StoreKind } from '../../../connectors/store.ts';
import { findFirstFault } from '../../../kit/find-first-fault.ts';
import { isCurrency } from '../../../kit/money.ts';
import { limitsDefault, type StoreConfig, type StoreCredentials, trackEveryDefault } from './configured-store.ts';
import { consentNeeded, currencyUnsupported, fieldProblem } from './failures.ts';
import type { AddressBody, StoreBody, StorePatch } from './schema.ts';

export function addressFrom(body: AddressBody): Address {
  return {
    firstName: body.first_name,
    lastName: body.last_name,
    addressLine1: body.address_line1,
    addressLine2: body.address_line2 ?? null,
    city: body.city,
    state: body.state ?? null,
    postalCode: body.postal_code,
    country: body.country,
    phoneNumber: body.phone_number ?? null,
  };
}

/** Applies given fields. Others keep their value or get the default. */
export function configFrom(
  kind: StoreKind,
  body: StoreBody | StorePatch,
  before: StoreConfig | null,
  hasLogIn: boolean,
): StoreConfig {
  const settings = body.settings ?? before?.settings ?? {};
  const implied = kind.defaults?.(settings) ?? {};
  const given = <T>(value: T | undefined, known: T | undefined, otherwise: T): T => value ?? known ?? otherwise;
  const limits = { ...limitsDefault, ...before?.limits };
  return {
    brand: body.brand === undefined ? (before?.brand ?? null) : body.brand,
    priority: body.priority === undefined ? (before?.priority ?? null) : body.priority,
    url: bareOrigin(body.url === undefined ? (before?.url ?? implied.url ?? null) : body.url),
    also: given(body.also, before?.also, []).map((origin) => bareOrigin(origin) ?? origin),
    apiUrl: (body.api_url === undefined ? (before?.apiUrl ?? null) : body.api_url)?.replace(/(?<!\/)\/+$/, '') ?? null,
    currency: given(body.currency, before?.currency, implied.currency ?? 'USD'),
    countries: body.countries === undefined ? (before?.countries ?? null) : body.countries,
    payment: body.payment === undefined ? (before?.payment ?? null) : body.payment,
    mode: given(body.mode, before?.mode, 'automatic'),
    limits: {
      perMinute: body.limits?.per_minute ?? limits.perMinute,
      atOnce: body.limits?.at_once ?? limits.atOnce,
      timeoutSeconds: body.limits?.timeout_seconds ?? limits.timeoutSeconds,
    },
    contact: body.contact === undefined ? (before?.contact ?? null) : body.contact,
    billTo: body.bill_to === undefined ? (before?.billTo ?? null) : body.bill_to && addressFrom(body.bill_to),
    accounts: given(body.accounts, before?.accounts, hasLogIn ? 'own' : 'guest'),
    trackEvery: given(body.track_every, before?.trackEvery, trackEveryDefault),
    consent: body.consent === undefined ? (before?.consent ?? null) : body.consent,
    settings,
  };
}

function bareOrigin(text: string | null): string | null {
  const url = text === null ? null : URL.parse(text);
  return url?.origin ?? null;
}

/** Validates a configuration. */
export function checkConfig(
  kind: StoreKind,
  name: string,
  config: StoreConfig,
  /** Unreadable credentials were validated when entered. */
  credentials: StoreCredentials | null | 'unreadable',
): void {
  if (!kind.modes.includes(config.mode)) {
    const hint = kind.modeHints?.[config.mode];
    throw fieldProblem('mode', hint ?? `Supported modes for ${kind.kind} stores: ${kind.modes.join(', ')}`);
  }
  // Desk stores ignore the mode.
  if (config.mode === 'automatic' && config.consent === null && kind.kind !== 'desk') throw consentNeeded();
  // Prices need a currency with known decimals.
  if (!isCurrency(config.currency)) throw currencyUnsupported(config.currency);
  // Kinds with a default URL report invalid settings below.
  if (config.url === null && kind.kind !== 'desk' && !kind.defaults) {
    throw fieldProblem('url', "Enter the storefront's origin");
  }
  checkPart('settings', kind.settings, config.settings);
  const objection = kind.objection?.({ name, ...config });
  if (objection) throw fieldProblem(objection.field, objection.message);
  if (config.payment !== null) checkPart('payment', kind.payment, config.payment);
  if (credentials === 'unreadable') return;
  const { email, password, totp_secret: totp, ...tokens } = credentials ?? {};
  checkPart('credentials', kind.credentials, tokens);
  if ((email === undefined) !== (password === undefined)) {
    throw fieldProblem('credentials', 'email and password must be set together');
  }
  if (totp !== undefined && email === undefined) throw fieldProblem('credentials.totp_secret', 'An email is required');
  if (config.accounts === 'own' && email === undefined && config.mode === 'automatic' && kind.kind !== 'desk') {
    throw fieldProblem(
      'accounts',
      '"own" requires credentials with an email and password. Otherwise, use "guest" or "client"',
    );
  }
}

function checkPart(field: string, schema: TSchema, value: unknown): void {
  const fault = findFirstFault(schema, value);
  if (fault) throw fieldProblem(`${field}${fault.path.replaceAll('/', '.')}`, fault.words);
}
