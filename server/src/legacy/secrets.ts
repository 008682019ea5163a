const secretNames = new Set([
  'password',
  'totp_2fa_key',
  'totp_secret',
  'verification_code',
  'security_code',
  'cvc',
  'cvv',
  'cvv2',
  'cvc2',
  'pin',
  'card_number',
]);

/** Only these fields of these objects may be stored: anything else may be a card or a login. */
const keptFields = new Map([
  ['payment_method', new Set(['name_on_card', 'expiration_month', 'expiration_year', 'use_gift'])],
  ['retailer_credentials', new Set(['email'])],
]);

/** The request without its secrets: safe to store, compare and show. */
export function withoutSecrets(request: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(request)
      .filter(([name]) => !secretNames.has(name))
      // The client's own notes are kept as they are.
      .map(([name, value]) => [name, name === 'client_notes' ? value : strip(value, name)]),
  );
}

function strip(value: unknown, parent: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => strip(entry, parent));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secretNames.has(name) && (keptFields.get(parent)?.has(name) ?? true))
      .map(([name, inner]) => [name, strip(inner, name)]),
  );
}
