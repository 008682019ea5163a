export interface Row {
  slug: string;
  colour: string;
  quantity: number;
}

export interface Sold {
  number: string;
  email: string;
  rows: Row[];
  total: number;
}

/** Prices in cents, with tax. */
export const goods: Record<string, { title: string; price: number; colours: string[]; isGone?: boolean }> = {
  sessel: { title: 'Sessel „Ohr“', price: 62_450, colours: ['Rot', 'Rotbraun'] },
  stuhl: { title: 'Stuhl', price: 9_900, colours: ['Weiß'], isGone: true },
};
const feeCents = 490;
const discountCents = 500;

export const sumsOf = (rows: readonly Row[]) => {
  const items = rows.reduce((sum, { slug, quantity }) => sum + (goods[slug]?.price ?? 499) * quantity, 0);
  const total = items - discountCents + feeCents;
  return { items, discount: discountCents, fee: feeCents, tax: total - Math.round(total / 1.19), total };
};
