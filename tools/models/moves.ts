import { paymentMoves } from '../../server/src/domains/channels/agent/model.ts';
import { type CardPaymentState, cardPaymentMoves } from '../../server/src/domains/money/top-ups/cards/model.ts';
import { topUpMoves } from '../../server/src/domains/money/top-ups/model.ts';
import { itemMoves, orderMoves } from '../../server/src/domains/orders/orders/model.ts';
import { keysOf } from '../../server/src/kit/known-keys.ts';
import { type Moves, sourcesOf } from '../../server/src/kit/moves.ts';
import type { ModelName } from './alteration.ts';

/** `name_may_become_status(s)` for every status, from the same table that the SQL uses. */
function definesOf<Status extends string>(name: string, moves: Moves<Status>, prefix = ''): string[] {
  const statuses = keysOf(moves);
  const isFrom = (from: Status): string => `(s) == ${prefix}${from}`;
  return [
    ...statuses.map((status, number) => `#define ${prefix}${status} ${number}`),
    ...statuses.map((to) => {
      const sources = sourcesOf(moves, to).map(isFrom);
      return `#define ${name}_may_become_${to}(s) (${sources.join(' || ') || 'false'})`;
    }),
  ];
}

/** The generated part of a model. Card moves are only in the card model. */
export const movesPml = (model: ModelName): string =>
  [
    '/* Generated from the tables of moves in server/src/domains by tools/models/moves.ts. */',
    ...definesOf('order', orderMoves),
    ...definesOf('item', itemMoves, 'item_'),
    ...definesOf('top_up', topUpMoves, 'top_up_'),
    ...definesOf('payment', paymentMoves, 'payment_'),
    ...(model === 'cards' ? definesOf<CardPaymentState>('card', cardPaymentMoves, 'card_') : []),
    '',
  ].join('\n');
