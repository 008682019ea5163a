import { createHash } from 'node:crypto';
import type { Ability } from '../contract.ts';
import type { Recipe } from './recipe.ts';

export function abilitiesOf(recipe: Recipe): ReadonlySet<Ability> {
  const more: [boolean, Ability[]][] = [
    [recipe.search !== undefined, ['search']],
    [recipe.product !== undefined, ['product', 'offers']],
    [recipe.order !== undefined, ['track']],
    [recipe.log_in !== undefined, ['login']],
    [recipe.return !== undefined, ['return']],
  ];
  return new Set([
    'checkout',
    'quote',
    'find',
    'fence',
    ...more.flatMap(([isThere, abilities]) => (isThere ? abilities : [])),
  ] as const);
}

/** A recipe without `about`: only changes here make a new version. */
export function stepsTextOf({ about: _about, ...recipe }: Recipe): string {
  return JSON.stringify(recipe);
}

/** Checksum of the whole recipe, whatever the order of its fields. */
export function checksumOf({ $schema: _schema, ...recipe }: Recipe & { $schema?: string }): string {
  const { checksum: _checksum, ...about } = recipe.about ?? {};
  const text = JSON.stringify(sortFields({ ...recipe, about }));
  return `sha256-${createHash('sha256').update(text).digest('hex')}`;
}

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, entry]) => [name, sortFields(entry)]));
}
