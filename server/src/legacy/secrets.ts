const secretNames = new Set([
  'password',
  'totp_2fa_key',
  'totp_secret',
  'verification_code',
  'security_code',
  'cvc',
  'cvv',
  'card_number',
]);

/** The request as it was sent, without its secrets: what may be stored, compared and shown again. */
export function withoutSecrets(request: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(request)
      .filter(([name]) => !secretNames.has(name))
      // The client's own notes are the client's own words.
      .map(([name, value]) => [name, name === 'client_notes' ? value : strip(value, name)]),
  );
}

function strip(value: unknown, parent: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => strip(entry, parent));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secretNames.has(name) && !(parent === 'payment_method' && name === 'number'))
      .map(([name, inner]) => [name, strip(inner, name)]),
  );
}
