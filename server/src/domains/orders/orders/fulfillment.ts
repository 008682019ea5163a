import { type Static, Type } from 'typebox';
import { recordOf } from '../../../kit/known-keys.ts';
import { closed, nullable, uuid } from '../../../platform/http/index.ts';
import type { ErrorType } from '../../../wire/index.ts';

/** What an order may do without. */
export const fulfillmentConcerns = ['gift', 'items', 'quantity'] as const;
type Concern = (typeof fulfillmentConcerns)[number];

const modes = ['strict', 'best_effort'] as const;
type Mode = (typeof modes)[number];
export type Fulfillment = Record<Concern, Mode>;

const mode = (description: string) => Type.Optional(Type.Enum([...modes], { description }));

export const FulfillmentBody = closed(
  {
    gift: mode('best_effort: if the store has no gift option, the order is placed without it.'),
    items: mode('best_effort: an item that cannot be bought is left out, and the rest is ordered.'),
    quantity: mode('best_effort: if the store sells fewer units of an item, those are bought.'),
  },
  {
    title: 'Fulfillment',
    description: 'What to do if the store cannot fulfill the whole order. `strict` (default): the order fails.',
    examples: [{ items: 'best_effort' }],
  },
);
export type FulfillmentBody = Static<typeof FulfillmentBody>;

const Concession = Type.Object(
  {
    concern: Type.Enum([...fulfillmentConcerns], {
      description: 'What is missing: gift options, an item, or some units of an item.',
    }),
    code: Type.String({ description: 'Why it could not be bought, as an `error_type`.' }),
    message: Type.String({ description: 'What could not be bought, in plain language.' }),
    item_id: nullable(uuid(), { description: 'UUID of the item, as in `items`. Null for gift options.' }),
    url: nullable(Type.String(), { description: 'Product page of the item.' }),
    requested_quantity: nullable(Type.Integer(), { description: 'Units that you ordered.' }),
    fulfilled_quantity: nullable(Type.Integer(), { description: 'Units that were bought.' }),
  },
  { title: 'Concession', description: 'A part of the order that could not be bought.' },
);
export type Concession = Omit<Static<typeof Concession>, 'code'> & { code: ErrorType };

const described: Record<Concern, string> = { gift: 'gift options', items: 'items', quantity: 'units of an item' };

export const FulfillmentView = Type.Object(
  {
    ...recordOf(fulfillmentConcerns, (concern) =>
      Type.Enum([...modes], {
        description: `Whether the order proceeds if some ${described[concern]} are not available.`,
      }),
    ),
    concessions: Type.Array(Concession, { description: 'What was left out of the order. Empty if nothing was.' }),
  },
  { title: 'OrderFulfillment', description: 'Which parts of the order can be left out, and which ones were.' },
);

/** Null if everything is strict, as for most orders. */
export function fulfillmentOf(body: FulfillmentBody | null | undefined): Fulfillment | null {
  const isStrict = fulfillmentConcerns.every((concern) => (body?.[concern] ?? 'strict') === 'strict');
  return isStrict ? null : recordOf(fulfillmentConcerns, (concern) => body?.[concern] ?? 'strict');
}

export const isBestEffort = (fulfillment: Fulfillment | null, concern: Concern): boolean =>
  fulfillment?.[concern] === 'best_effort';

/** Whether a purchase may have fewer items or units than the order. */
export const mayBePartial = (fulfillment: Fulfillment | null): boolean =>
  isBestEffort(fulfillment, 'items') || isBestEffort(fulfillment, 'quantity');

export function presentFulfillment(fulfillment: Fulfillment | null, concessions: readonly Concession[] | null) {
  return {
    ...recordOf(fulfillmentConcerns, (concern) => fulfillment?.[concern] ?? 'strict'),
    concessions: (concessions ?? []).map((one) => ({
      concern: one.concern,
      code: one.code,
      message: one.message,
      item_id: one.item_id,
      url: one.url,
      requested_quantity: one.requested_quantity,
      fulfilled_quantity: one.fulfilled_quantity,
    })),
  };
}

/** Items with the units that the store sold. */
export const boughtItemsOf = <Item extends Parameters<typeof boughtQuantityOf>[0]>({
  items,
}: {
  items: readonly Item[];
}): Item[] => items.map((item) => ({ ...item, quantity: boughtQuantityOf(item) }));

/** Units of an item that the store sold. */
export const boughtQuantityOf = (item: { status: string; quantity: number; bought_quantity: number | null }): number =>
  item.status === 'failed' ? 0 : (item.bought_quantity ?? item.quantity);
