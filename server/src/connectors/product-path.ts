import { Type } from 'typebox';
import type { World } from '../kit/world.ts';
import type { Connector, ProductRef } from './contract.ts';
import { isAddressOf, isDomainOf, type Store } from './store.ts';

/** A headless store doesn't know its storefront's paths, so the operator configures them. */
export const ProductPath = Type.Optional(
  Type.String({
    pattern: '^/.*\\{slug\\}',
    description: 'Path of a product page. Default: /products/{slug}.',
  }),
);

const pathOf = ({ settings }: Pick<Store, 'settings'>): string =>
  typeof settings.product_path === 'string' ? settings.product_path : '/products/{slug}';

/** The page of a product in the storefront. */
export function addressOf(store: Pick<Store, 'url' | 'settings'>, slug: string): string {
  return `${store.url}${pathOf(store).replace('{slug}', encodeURIComponent(slug))}`;
}

/** Which product a page of the storefront shows. */
export function locate(store: Pick<Store, 'name' | 'url' | 'also' | 'settings'>, address: URL): ProductRef | null {
  if (!isAddressOf(store, address)) return null;
  const [before = '', after = ''] = pathOf(store).split('{slug}');
  const path = address.pathname.replace(/\/$/, '');
  const ending = after.replace(/\/$/, '');
  if (!path.startsWith(before) || !path.endsWith(ending)) return null;
  const slug = path.slice(before.length, path.length - ending.length);
  if (slug === '' || slug.includes('/')) return null;
  try {
    return { retailer: store.name, productId: decodeURIComponent(slug) };
  } catch {
    return null;
  }
}

type Identity<W extends World> = Pick<
  Connector<W>,
  'name' | 'world' | 'retailers' | 'currency' | 'locate' | 'servesDomain'
> &
  Required<Pick<Connector<W>, 'addressOf'>>;

/** The common fields of a connector for one store. */
export const identityOf = <W extends World>(store: Store<W>): Identity<W> => ({
  name: `${store.kind} ${store.name}`,
  world: store.world,
  retailers: [store.name],
  currency: store.currency,
  locate: (url) => locate(store, url),
  addressOf: ({ productId }) => addressOf(store, productId),
  servesDomain: (domain) => isDomainOf(store, domain),
});
