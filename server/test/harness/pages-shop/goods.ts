export interface CartRow {
  slug: string;
  title: string;
  variant: string;
  quantity: number;
  price: number;
}

export interface ShopOrder {
  number: string;
  email: string;
  note: string;
  /** As its pages show it. */
  shipTo: string;
  rows: CartRow[];
  total: number;
  status: 'draft' | 'processing' | 'shipped' | 'delivered';
  placed: Date;
  /** A sale only from then on. Before, the account sees all of it, its number, or nothing. */
  draft?: { until: Date; shows: 'all' | 'number' | 'nothing' };
  takenBack?: { reason: string; words: string; slugs: string[]; outcome?: { status: string; text: string } };
}

export const products: Record<string, { title: string; price: number; colours?: string[]; isGone?: boolean }> = {
  lamp: { title: 'Brass Lamp', price: 129_900 },
  mug: { title: 'Stone Mug', price: 1_250, colours: ['Red', 'Sea Blue'] },
  gone: { title: 'Gone Chair', price: 9_900, isGone: true },
};
