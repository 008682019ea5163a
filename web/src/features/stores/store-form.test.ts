import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../sdk/src/index.ts';
import { bodyOf, changesOf, emptyStore, formOfProbe, formOfStore, problemsOf } from './store-form.ts';

const store: Store = {
  name: 'acme',
  kind: 'medusa',
  world: 'live',
  brand: null,
  priority: 10,
  enabled: true,
  from_file: false,
  url: 'https://acme.example',
  also: ['https://www.acme.example'],
  api_url: null,
  currency: 'USD',
  countries: ['US', 'FR'],
  credentials: ['email', 'password'],
  payment: 'pp_system_default',
  mode: 'automatic',
  limits: { per_minute: 120, at_once: 4, timeout_seconds: 20 },
  contact: 'orders@example.com',
  bill_to: { first_name: 'Jane', last_name: 'Doe', state: null },
  accounts: 'own',
  track_every: '30m',
  consent: { by: 'Acme', on: '2026-08-21' },
  settings: { publishable_key: 'pk_1', extra: { deep: true } },
  abilities: [],
  health: {
    status: 'up',
    failures: 0,
    closed_until: null,
    last_ok_at: null,
    last_failure_at: null,
    last_failure: null,
  },
  created_at: '2026-08-21T12:00:00.000Z',
  updated_at: '2026-08-21T12:00:00.000Z',
};

describe('a store in the form', () => {
  it('changes nothing when nothing was typed', () => {
    const form = formOfStore(store);
    expect(problemsOf(form)).toEqual({});
    expect(changesOf(form, form)).toEqual({});
  });

  it('sends what was changed, and the secrets only when they are replaced', () => {
    const form = formOfStore(store);
    expect(changesOf(form, { ...form, atOnce: '2' })).toEqual({
      limits: { per_minute: 120, at_once: 2, timeout_seconds: 20 },
    });
    expect(changesOf(form, { ...form, settings: { publishable_key: 'pk_2' } })).toEqual({
      settings: { publishable_key: 'pk_2', extra: { deep: true } },
    });
    const secrets = { email: 'a@b.example', password: 'secret' };
    expect(changesOf(form, { ...form, secrets })).toEqual({});
    expect(changesOf(form, { ...form, secrets, replacesSecrets: true })).toEqual({ credentials: secrets });
    expect(changesOf(form, { ...form, countries: '' })).toEqual({ countries: null });
  });

  it('takes the result of the inspection, without fields of another kind', () => {
    const found = formOfProbe({
      url: 'https://acme.example',
      kind: 'vendure',
      reachable: true,
      name: 'acme',
      display_name: 'Acme',
      api_url: null,
      currency: 'EUR',
      countries: null,
      abilities: [],
      settings: { channel_token: 't' },
      missing: [],
    });
    expect(bodyOf(found)).toMatchObject({ kind: 'vendure', currency: 'EUR', settings: { channel_token: 't' } });
    expect(bodyOf({ ...found, kind: 'shopify', payment: { '': 'x' } })).toMatchObject({ settings: {}, payment: null });
  });

  it('sends the recipe and the test product of a browser store, and leaves an empty one out', () => {
    const browser: Store = { ...store, kind: 'browser', settings: { recipe: 'evershop', test_product: '/mug' } };
    const form = formOfStore(browser);
    expect(form).toMatchObject({ settings: browser.settings, otherSettings: '' });
    const settings = { recipe: 'evershop', test_product: ' ' };
    expect(changesOf(form, { ...form, settings })).toEqual({ settings: { recipe: 'evershop' } });
  });

  it('sends numbers and yes or no as such, and shows them again', () => {
    const settings = { region: 'eu', marketplace: 'DE', requests_per_second: 2, principal_contains_tax: false };
    const form = formOfStore({ ...store, kind: 'amazon-business', payment: null, settings });
    expect(form.settings).toMatchObject({ requests_per_second: '2', principal_contains_tax: 'false' });
    expect(bodyOf(form).settings).toEqual(settings);
  });

  it('finds missing fields before a request', () => {
    expect(Object.keys(problemsOf({ ...emptyStore, atOnce: '0', otherSettings: '[]' })).sort()).toEqual([
      'atOnce',
      'consent.by',
      'consent.on',
      'name',
      'settings',
      'url',
    ]);
  });
});
