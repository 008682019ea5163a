import type { ProductRef } from '../contract.ts';
import { isAddressOf, type Store } from '../store.ts';
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
  if (others !== undefined && new RegExp(others).test(address.pathname)) return null;
  const [pathname = '', query] = path.split('?');
  const source = literal(pathname)
    .replace('\\{slug\\}', '([^/]+)')
    .replace('\\{path\\}', '(.+?)')
    .replaceAll('\\{any\\}', '[^/]+')
    .replace(/\/$/, '');
  const match = new RegExp(`^${source}/?$`).exec(address.pathname);
  if (!match) return null;
  const slug = query === undefined ? decoded(match[1] ?? '') : parameterOf(query, address);
  return slug ? { retailer: store.name, productId: slug } : null;
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
