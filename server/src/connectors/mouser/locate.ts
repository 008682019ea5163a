import type { ProductRef } from '../contract.ts';
import { isAddressOf, type Store } from '../store.ts';

const partNumber = /^[A-Za-z0-9][A-Za-z0-9 .,_+#/-]{2,39}$/;

export const partNumberIn = (text: string): string | null =>
  partNumber.test(text.trim()) ? text.trim().toUpperCase() : null;

export const addressOf = (store: Pick<Store, 'url'>, number: string): string =>
  `${store.url}/ProductDetail/${encodeURIComponent(number)}`;

/** `/ProductDetail/595-NE555P`. An address with the manufacturer's own number does not say which part of Mouser it is. */
export function locate(store: Pick<Store, 'name' | 'url' | 'also'>, address: URL): ProductRef | null {
  const [, text] = /^\/ProductDetail\/([^/]+)\/?$/i.exec(address.pathname) ?? [];
  if (!isAddressOf(store, address) || text === undefined) return null;
  try {
    const number = partNumberIn(decodeURIComponent(text));
    return number === null ? null : { retailer: store.name, productId: number };
  } catch {
    return null;
  }
}
