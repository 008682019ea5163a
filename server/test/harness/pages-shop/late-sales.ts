import type { Recipe } from '../../../src/connectors/browser/recipe.ts';
import { pagesRecipe } from './connector.ts';

type Order = NonNullable<Recipe['order']>;

/** The order page without our note but with product URLs, so only the content decides. */
function withoutReference(order: Order | undefined): Order {
  if (!order?.lines) throw new Error('The recipe reads the lines of an order.');
  const { reference: _reference, ...rest } = order;
  return { ...rest, lines: { ...order.lines, product: { read: 'a', attribute: 'href' } } };
}

/** Recipes with or without an order page, our reference and a status. */
export const authors = ['whole', 'no order page', 'no reference', 'wrong status'] as const;
export type Author = (typeof authors)[number];

export function recipeBy(author: Author, lateSeconds?: number): Recipe {
  const { order, ...recipe } = pagesRecipe();
  const late = lateSeconds === undefined ? {} : { late_seconds: lateSeconds };
  switch (author) {
    case 'whole':
      return { ...recipe, ...late, ...(order && { order }) };
    case 'no order page':
      return { ...recipe, ...late };
    case 'no reference':
      return { ...recipe, ...late, order: withoutReference(order) };
    case 'wrong status':
      // This recipe reads a draft as a canceled order.
      return {
        ...recipe,
        ...late,
        order: { ...withoutReference(order), cancelled: { text: '#status', has: 'draft' } },
      };
  }
}
