import { assertDefined } from '../../kit/assert-defined.ts';
import type { Cents } from '../../kit/money.ts';
import type { World } from '../../kit/world.ts';
import { createBatcher } from '../../platform/batcher.ts';
import {
  type AnyRow,
  type Database,
  type Row,
  runNamed,
  type Statement,
  type Tables,
} from '../../platform/database/index.ts';
import type { Address, PriceComponents } from '../contract.ts';
import type { Story } from './scenarios.ts';

export interface CartLine {
  lineId: string;
  productId: string;
  title: string;
  quantity: number;
  unitPrice: Cents;
  offerId: string;
}

/** Contents of a cart. */
export interface CartContents {
  lines: CartLine[];
  price: PriceComponents;
  estimatedDelivery: string | null;
  address: Address;
  scenario: Story | null;
  account: string | null;
  gift: { message: string | null; isWrapped: boolean } | null;
  notes: {
    poNumber: string | null;
    /** Absent in carts of earlier versions. */
    taxId?: string | null;
    instructions: string | null;
    customsIdNumber: string | null;
  };
}

export interface Cart extends Row<'sim_carts', 'id' | 'reference' | 'retailer' | 'contents'> {
  contents: CartContents;
}

export type MoveByHand = 'in_transit' | 'late' | 'delivered' | 'undeliverable' | 'cancelled_by_retailer';

export interface PurchaseRow extends Omit<Tables['sim_purchases'], 'cart_id' | 'world'> {
  contents: CartContents;
  moves: { to: MoveByHand; at: string }[];
}

export interface ReturnRow extends Omit<Tables['sim_returns'], 'world'> {
  lines: { lineId: string; quantity: number }[];
  resolution: ReturnResolution | null;
}

export interface ReturnResolution {
  status: 'approved' | 'denied' | 'credited';
  notes: string | null;
}

const insertCarts: Statement = {
  name: 'sim_insert_carts',
  // A lost cart is recorded too, so the count survives a crash.
  text: `insert into sim_carts (id, reference, world, retailer, state, contents, created_at)
    select id, reference, $2, retailer,
      case when losses > 0 and (select count(*) from sim_carts c where c.reference = cart.reference and c.world = $2) < losses
        then 'void' else 'open' end,
      contents, at
    from json_to_recordset($1::json) as cart (id uuid, reference text, retailer text, contents jsonb, at timestamptz, losses int)
    returning id, state`,
};

const buyCarts: Statement = {
  name: 'sim_buy_carts',
  text: `with given as (
      select * from json_to_recordset($1::json) as buy (id uuid, purchase_id uuid, merchant_order_ids text[], at timestamptz)
    ),
    cart as (
      delete from sim_carts using given
      where sim_carts.id = given.id and world = $2 and state = 'open'
      returning sim_carts.id, reference, world, retailer, contents, purchase_id, merchant_order_ids, at
    )
    insert into sim_purchases (id, cart_id, reference, world, retailer, account, merchant_order_ids, total_cents, contents, placed_at)
    select purchase_id, id, reference, world, retailer, contents->>'account', merchant_order_ids,
      (contents->'price'->>'total')::bigint, contents, at from cart
    returning cart_id, contents, placed_at, merchant_order_ids`,
};

const readBoughtCart: Statement = {
  name: 'sim_read_bought_cart',
  text: `select from sim_purchases where reference = $1 and cart_id = $2 and world = $3
    union all select from sim_carts where id = $2 and world = $3 and state = 'bought'`,
};

const voidCarts: Statement = {
  name: 'sim_void_carts',
  text: `update sim_carts set state = 'void' where reference = $1 and world = $2 and state = 'open'`,
};

const voidCart: Statement = {
  name: 'sim_void_cart',
  text: `update sim_carts set state = 'void' where id = $1 and reference = $2 and world = $3 and state = 'open'`,
};

const readPurchases: Statement = {
  name: 'sim_read_purchases',
  text: `select id, reference, retailer, account, merchant_order_ids, total_cents, contents, placed_at, moves, cancelled_at
    from sim_purchases where reference = any ($1::text[]) and world = $2 order by placed_at, id`,
};

const listPurchases: Statement = {
  name: 'sim_list_purchases',
  text: `select id, reference, retailer, account, merchant_order_ids, total_cents, contents, placed_at, moves, cancelled_at
    from sim_purchases where world = $1 and placed_at >= $2 and ($3::uuid is null or id > $3) order by id limit $4`,
};

const countPurchases: Statement = {
  name: 'sim_count_purchases',
  text: 'select count(*) as count from sim_purchases where world = $1',
};

const addMove: Statement = {
  name: 'sim_add_move',
  // Compare and set, in case another process moved it.
  text: `update sim_purchases set moves = moves || $4::jsonb
    where id = $1 and world = $2 and moves = $3::jsonb and cancelled_at is null returning id`,
};

const cancelPurchase: Statement = {
  name: 'sim_cancel_purchase',
  text: `update sim_purchases set cancelled_at = $4
    where id = $1 and world = $2 and moves = $3::jsonb and cancelled_at is null returning id`,
};

const fileReturn: Statement = {
  name: 'sim_file_return',
  text: `insert into sim_returns (world, reference, purchase_reference, retailer, merchant_return_id, reason, lines, requested_at)
    values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8) on conflict (world, reference) do nothing`,
};

const readReturn: Statement = {
  name: 'sim_read_return',
  text: `select reference, purchase_reference, retailer, merchant_return_id, reason, lines, requested_at, resolution
    from sim_returns where world = $1 and reference = $2`,
};

const resolveReturn: Statement = {
  name: 'sim_resolve_return',
  text: `update sim_returns set resolution = $3::jsonb
    where world = $1 and reference = $2 and resolution is null returning reference`,
};

const shared = { maxBatch: 50, maxInFlight: 2 };

type Bought = Pick<PurchaseRow, 'contents' | 'placed_at' | 'merchant_order_ids'>;

const createPurchaseReader = (database: Database, world: World) =>
  createBatcher<string, PurchaseRow[]>({
    ...shared,
    async run(references) {
      const rows = await runNamed<PurchaseRow>(database, readPurchases, [references, world]);
      const byReference = Map.groupBy(rows, ({ reference }) => reference);
      return references.map((reference) => byReference.get(reference) ?? []);
    },
  });

/** Purchases of the simulated stores. */
export type SimulatorSql = ReturnType<typeof createSimulatorSql>;

export function createSimulatorSql(database: Database, world: World) {
  const run = <Row extends AnyRow>(statement: Statement, values: unknown[]): Promise<Row[]> =>
    runNamed<Row>(database, statement, values);

  // Batched: many carts open at the same moment.
  const openCart = createBatcher<Cart & { losses: number; at: Date }, 'open' | 'void'>({
    ...shared,
    conflictKey: ({ reference }) => reference,
    async run(carts) {
      const rows = await run<{ id: string; state: 'open' | 'void' }>(insertCarts, [JSON.stringify(carts), world]);
      const stateById = new Map(rows.map(({ id, state }) => [id, state]));
      return carts.map(({ id }) => assertDefined(stateById.get(id)));
    },
  });
  const buy = createBatcher<{ id: string; purchase_id: string; merchant_order_ids: string[]; at: Date }, Bought | null>(
    {
      ...shared,
      conflictKey: ({ id }) => id,
      async run(carts) {
        const rows = await run<Bought & { cart_id: string }>(buyCarts, [JSON.stringify(carts), world]);
        const boughtById = new Map(rows.map(({ cart_id: id, ...bought }) => [id, bought]));
        return carts.map(({ id }) => boughtById.get(id) ?? null);
      },
    },
  );

  return {
    /** Opens a cart. The first `losses` carts of a reference are lost. */
    openCart: (cart: Cart, losses: number, now: Date) => openCart({ ...cart, losses, at: now }),
    /** Turns an open cart into a purchase in one statement. Null if it isn't open. */
    buy: (cartId: string, purchaseId: string, merchantOrderIds: string[], now: Date) =>
      buy({ id: cartId, purchase_id: purchaseId, merchant_order_ids: merchantOrderIds, at: now }),
    async isCartBought(reference: string, cartId: string): Promise<boolean> {
      return (await run(readBoughtCart, [reference, cartId, world])).length > 0;
    },
    async voidCarts(reference: string): Promise<void> {
      await run(voidCarts, [reference, world]);
    },
    async voidCart(id: string, reference: string): Promise<void> {
      await run(voidCart, [id, reference, world]);
    },
    purchases: createPurchaseReader(database, world),
    /** Ordered by ID, for paging. */
    listPurchases: (since: Date, after: string | null, limit: number): Promise<PurchaseRow[]> =>
      run<PurchaseRow>(listPurchases, [world, since, after, limit]),
    async countPurchases(): Promise<number> {
      const [row] = await run<{ count: number }>(countPurchases, [world]);
      return assertDefined(row).count;
    },
    /** False when the purchase has changed since it was read. */
    async addMove(purchase: PurchaseRow, to: MoveByHand, at: Date): Promise<boolean> {
      const move = JSON.stringify([{ to, at: at.toISOString() }]);
      const rows = await run(addMove, [purchase.id, world, JSON.stringify(purchase.moves), move]);
      return rows.length === 1;
    },
    async cancel(purchase: PurchaseRow, at: Date): Promise<boolean> {
      const rows = await run(cancelPurchase, [purchase.id, world, JSON.stringify(purchase.moves), at]);
      return rows.length === 1;
    },
    async fileReturn(row: Omit<ReturnRow, 'resolution'>): Promise<void> {
      const { reference, purchase_reference, retailer, merchant_return_id, reason, lines, requested_at } = row;
      const values = [
        world,
        reference,
        purchase_reference,
        retailer,
        merchant_return_id,
        reason,
        JSON.stringify(lines),
      ];
      await run(fileReturn, [...values, requested_at]);
    },
    async readReturn(reference: string): Promise<ReturnRow | null> {
      const [row] = await run<ReturnRow>(readReturn, [world, reference]);
      return row ?? null;
    },
    async resolveReturn(reference: string, resolution: ReturnResolution): Promise<boolean> {
      const rows = await run(resolveReturn, [world, reference, JSON.stringify(resolution)]);
      return rows.length === 1;
    },
  };
}
