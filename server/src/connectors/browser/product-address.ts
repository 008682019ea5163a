import type { ProductRef } from '../contract.ts';
import { isAddressOf, type Store } from '../store.ts';
import { RecipeBroken } from './attempt-errors.ts';
import { matchPattern } from './match-pattern.ts';
import type { Recipe } from './recipe.ts';

type Place = Pick<Store, 'name' | 'url' | 'also'>;
type Path = Pick<Recipe, 'product_path' | 'not_products'>;

export const addressOf = (store: Place, { product_path: path }: Path, slug: string): string =>
  `${store.url}${path
    .replace('{slug}', encodeURIComponent(slug))
    .replace('{path}', slug.split('/').map(encodeURIComponent).join('/'))
    .replaceAll('{any}', '-')}`;

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The product that an address shows, by its path or a query parameter. */
export function locateProduct(store: Place, recipe: Path, address: URL): ProductRef | null {
  const { product_path: path, not_products: others } = recipe;
  if (!isAddressOf(store, address)) return null;
  const [pathname = '', query] = path.split('?');
  const source = literal(pathname)
    .replace('\\{slug\\}', '([^/]+)')
    .replace('\\{path\\}', '(.+?)')
    .replaceAll('\\{any\\}', '[^/]+')
    .replace(/\/$/, '');
  const match = matchPath(address.pathname, `^${source}/?$`, others);
  if (!match) return null;
  const slug = query === undefined ? decoded(match[1] ?? '') : parameterOf(query, address);
  return slug ? { retailer: store.name, productId: slug } : null;
}

/** A path that takes too long to match is no product's. */
function matchPath(path: string, source: string, others: string | undefined): RegExpExecArray | null {
  try {
    const isOther = others !== undefined && matchPattern(new RegExp(others), path) !== null;
    return isOther ? null : matchPattern(new RegExp(source), path);
  } catch (error) {
    if (error instanceof RecipeBroken) return null;
    throw error;
  }
}

function parameterOf(query: string, address: URL): string | null {
  const wanted = [...new URLSearchParams(query)];
  const isFit = wanted.every(([name, value]) => value === '{slug}' || address.searchParams.get(name) === value);
  const [name] = wanted.find(([, value]) => value === '{slug}') ?? [];
  return isFit && name !== undefined ? address.searchParams.get(name) : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
