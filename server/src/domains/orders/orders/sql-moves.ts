import { type Moves, sourcesOf } from '../../../kit/moves.ts';
import { itemMoves, type OrderItemStatus, type OrderStatus, orderMoves } from './model.ts';

/** Condition of every statement that writes a status: the table of moves allows it. */
const mayBecome = <Status extends string>(moves: Moves<Status>, to: Status): string =>
  `status = any ('{${sourcesOf(moves, to).join(',')}}'::text[])`;

export const orderMayBecome = (to: OrderStatus): string => mayBecome(orderMoves, to);

export const itemMayBecome = (to: OrderItemStatus): string => mayBecome(itemMoves, to);
