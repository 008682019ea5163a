export interface StoredPrice {
  /** Without tax, as every amount here: the parts add up to the total. */
  subtotal: number;
  shipping: number;
  tax: number;
  fees: number;
  total: number;
  /** Whether the store's prices contain tax; left out in rows of earlier versions. */
  tax_included?: boolean;
}

/** What a store charges, as clients and people see it: tax that prices contain is a part of the subtotal, not on top. */
export function shownPrice({ subtotal, shipping, tax, fees, total, tax_included = false }: StoredPrice) {
  return { subtotal: tax_included ? subtotal + tax : subtotal, shipping, tax, fees, total, tax_included };
}
