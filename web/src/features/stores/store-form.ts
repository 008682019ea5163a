import type { AddStoreInput, ChangeStoreInput, ProbeStoreOutput, Store } from '../../../../sdk/src/index.ts';
import { fieldsOf } from '../../lib/fields.ts';
import { type Kind, type KindField, kindTexts, type Mode } from './kinds.ts';

type Texts = Record<string, string>;
type Body = AddStoreInput['body'];

/** The form's values. */
export interface StoreForm {
  name: string;
  kind: Kind;
  world: 'live' | 'test';
  brand: string;
  priority: string;
  url: string;
  also: string;
  apiUrl: string;
  currency: string;
  countries: string;
  mode: Mode;
  payment: Texts;
  contact: string;
  accounts: Store['accounts'];
  /** New credentials. Saved ones are never shown. */
  secrets: Texts;
  /** Replace the saved credentials. */
  replacesSecrets: boolean;
  consentBy: string;
  consentOn: string;
  perMinute: string;
  atOnce: string;
  timeoutSeconds: string;
  trackEvery: string;
  settings: Texts;
  /** Settings without a field, as JSON. */
  otherSettings: string;
  billTo: Texts;
}

export const emptyStore: StoreForm = {
  name: '',
  kind: 'vendure',
  world: 'live',
  brand: '',
  priority: '',
  url: '',
  also: '',
  apiUrl: '',
  currency: 'USD',
  countries: '',
  mode: 'automatic',
  payment: {},
  contact: '',
  accounts: 'guest',
  secrets: {},
  replacesSecrets: true,
  consentBy: '',
  consentOn: '',
  perMinute: '120',
  atOnce: '4',
  timeoutSeconds: '20',
  trackEvery: '30m',
  settings: {},
  otherSettings: '',
  billTo: {},
};

const texts = (values: Record<string, unknown>): Texts =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

/** Settings with a field as text, the rest as JSON. */
function splitSettings(kind: Kind, given: Record<string, unknown>) {
  const settings = shown(given, kindTexts[kind].settings);
  const named = new Set(kindTexts[kind].settings.map(({ name }) => name));
  const others = Object.entries(settings).filter(([name, value]) => !named.has(name) || typeof value !== 'string');
  return {
    settings: texts(Object.fromEntries(Object.entries(settings).filter(([name]) => named.has(name)))),
    otherSettings: others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others), null, 2),
  };
}

export function formOfProbe(found: ProbeStoreOutput): StoreForm {
  const kind = found.kind ?? emptyStore.kind;
  return {
    ...emptyStore,
    kind,
    mode: kindTexts[kind].modes[0] ?? 'automatic',
    name: found.name ?? '',
    url: found.url,
    apiUrl: found.api_url ?? '',
    currency: found.currency ?? emptyStore.currency,
    countries: found.countries?.join(', ') ?? '',
    ...splitSettings(kind, found.settings),
  };
}

export function formOfStore(store: Store): StoreForm {
  return {
    name: store.name,
    kind: store.kind,
    world: store.world,
    brand: store.brand ?? '',
    priority: String(store.priority),
    url: store.url ?? '',
    also: store.also.join('\n'),
    apiUrl: store.api_url ?? '',
    currency: store.currency,
    countries: store.countries?.join(', ') ?? '',
    mode: store.mode,
    payment:
      typeof store.payment === 'string'
        ? { '': store.payment }
        : texts(shown(fieldsOf(store.payment), kindTexts[store.kind].payment)),
    contact: store.contact ?? '',
    accounts: store.accounts,
    secrets: {},
    replacesSecrets: store.credentials.length === 0,
    consentBy: store.consent?.by ?? '',
    consentOn: store.consent?.on ?? '',
    perMinute: String(store.limits.per_minute),
    atOnce: String(store.limits.at_once),
    timeoutSeconds: String(store.limits.timeout_seconds),
    trackEvery: store.track_every,
    ...splitSettings(store.kind, store.settings),
    billTo: texts(store.bill_to ?? {}),
  };
}

const typeIn = (fields: readonly KindField[], name: string) => fields.find((field) => field.name === name)?.type;

/** Each field as its type. */
function typed(values: Texts, fields: readonly KindField[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filled(values, fields)).map(([name, value]) => {
      const type = typeIn(fields, name);
      const number = Number(value.replace(',', '.'));
      if (type === 'number' && Number.isFinite(number)) return [name, number];
      return [name, type === 'boolean' ? value === 'true' : value];
    }),
  );
}

/** Converts settings to texts. */
const shown = (values: Record<string, unknown>, fields: readonly KindField[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeIn(fields, name) === undefined ? value : String(value)]),
  );

const orNull = (text: string): string | null => text.trim() || null;
const filled = (values: Texts, fields?: readonly KindField[]): Texts =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value.trim() !== '' && (!fields || fields.some((field) => field.name === name)) ? [[name, value.trim()]] : [],
    ),
  );
const listOf = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '');

function paymentOf({ kind, payment }: StoreForm): unknown {
  const given = typed(payment, kindTexts[kind].payment);
  if ('' in given) return given[''];
  return Object.keys(given).length === 0 ? null : given;
}

function secretsOf({ kind, secrets }: StoreForm): Texts | null {
  const { canLogIn, secrets: named } = kindTexts[kind];
  const logIn = canLogIn ? ['email', 'password', 'totp_secret'].map((name) => ({ name, label: name })) : [];
  const given = filled(secrets, [...logIn, ...named]);
  return Object.keys(given).length === 0 ? null : given;
}

function otherSettingsOf(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? fieldsOf(value) : null;
  } catch {
    return null;
  }
}

export type FormErrors = Partial<Record<string, string>>;

/** Problems that the page finds itself, by API field. */
export function problemsOf(form: StoreForm): FormErrors {
  const problems: FormErrors = {};
  if (!/^[a-z0-9-]{1,64}$/.test(form.name.trim())) problems.name = 'Use lowercase letters, digits and dashes.';
  if (form.url.trim() === '' && form.kind !== 'desk') problems.url = 'Enter the storefront URL.';
  for (const field of ['perMinute', 'atOnce', 'timeoutSeconds'] as const) {
    if (!/^[1-9]\d{0,4}$/.test(form[field].trim())) problems[field] = 'Enter a whole number, 1 or more.';
  }
  if (!/^([1-9]\d?)?$/.test(form.priority.trim())) problems.priority = 'Enter a whole number from 1 to 99.';
  if (!/^[1-9]\d{0,4}[smhd]$/.test(form.trackEvery.trim()))
    problems.track_every = 'Enter a duration such as 30m or 2h.';
  if (otherSettingsOf(form.otherSettings) === null) problems.settings = 'Enter a valid JSON object.';
  if (form.mode === 'automatic' && form.kind !== 'desk') {
    if (form.consentBy.trim() === '')
      problems['consent.by'] = 'Enter who gave permission, or choose another purchase mode.';
    if (form.consentOn === '') problems['consent.on'] = 'Enter the date.';
  }
  return problems;
}

/** The complete request body. */
export function bodyOf(form: StoreForm): Body {
  const billTo = filled(form.billTo);
  return {
    name: form.name.trim(),
    kind: form.kind,
    world: form.world,
    brand: orNull(form.brand),
    priority: form.priority.trim() === '' ? null : Number(form.priority),
    url: orNull(form.url),
    also: listOf(form.also),
    api_url: orNull(form.apiUrl),
    currency: form.currency.trim().toUpperCase(),
    countries: form.countries.trim() === '' ? null : listOf(form.countries.toUpperCase()),
    mode: form.mode,
    payment: paymentOf(form),
    contact: orNull(form.contact),
    accounts: form.accounts,
    ...(form.replacesSecrets ? { credentials: secretsOf(form) } : {}),
    consent: form.consentBy.trim() === '' ? null : { by: form.consentBy.trim(), on: form.consentOn },
    limits: {
      per_minute: Number(form.perMinute),
      at_once: Number(form.atOnce),
      timeout_seconds: Number(form.timeoutSeconds),
    },
    track_every: form.trackEvery.trim(),
    settings: { ...otherSettingsOf(form.otherSettings), ...typed(form.settings, kindTexts[form.kind].settings) },
    bill_to: Object.keys(billTo).length === 0 ? null : (billTo as unknown as NonNullable<Body['bill_to']>),
  };
}

/** Only the changed fields, so a colleague's changes are kept. */
export function changesOf(before: StoreForm, after: StoreForm): ChangeStoreInput['body'] {
  const { name: _name, kind: _kind, world: _world, ...old } = bodyOf({ ...before, replacesSecrets: false });
  const { name: _n, kind: _k, world: _w, ...now } = bodyOf(after);
  return Object.fromEntries(
    Object.entries(now).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(fieldsOf(old)[field])),
  );
}
