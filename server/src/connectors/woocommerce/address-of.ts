import type { ProductRef } from '../contract.ts';
import { addressOf } from '../product-path.ts';
import { isAddressOf, type Store } from '../store.ts';

type Where = Pick<Store, 'name' | 'url' | 'also' | 'settings'>;

const pathDefault = '/product/{slug}';

/** Adds WooCommerce's default product path. */
export const withProductPath = <S extends Pick<Store, 'settings'>>(store: S): S => ({
  ...store,
  settings: { product_path: pathDefault, ...store.settings },
});

/** Handles categories in the path (`/product/hats/beanie/`) and plain permalinks (`/?product=beanie`). */
export function locate(store: Where, address: URL): ProductRef | null {
  if (!isAddressOf(store, address)) return null;
  const [before = '', after = ''] = String(store.settings.product_path ?? pathDefault).split('{slug}');
  const path = address.pathname.replace(/(?<!\/)\/+$/, '');
  const ending = after.replace(/(?<!\/)\/+$/, '');
  const isProduct = path.startsWith(before) && path.endsWith(ending);
  const inPath = isProduct
    ? path
        .slice(before.length, path.length - ending.length)
        .split('/')
        .at(-1)
    : null;
  const slug = inPath ? decoded(inPath) : address.searchParams.get('product');
  return slug ? { retailer: store.name, productId: slug } : null;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The shop's own URL if it leads back to the product, otherwise one from the slug. */
export function pageOf(store: Where, slug: string, permalink: string | null | undefined): string {
  const own = permalink ? URL.parse(permalink) : null;
  return own && locate(store, own)?.productId === slug ? own.href : addressOf(store, slug);
}
