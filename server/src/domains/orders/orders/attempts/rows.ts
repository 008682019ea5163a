import type { Condition, SellerSelection } from '../../../../connectors/contract.ts';
import type { Row, Tables } from '../../../../platform/database/index.ts';
import type { OrderRow } from '../rows.ts';
import type { Doubt } from './sql-unknown-outcomes.ts';

/** An order as placement reads it. */
export interface PlacementRow
  extends OrderRow,
    Row<
      'orders',
      | 'epoch'
      | 'phase'
      | 'managed_account_id'
      | 'submitted_at'
      | 'checkout_handle'
      | 'checkout_sealed'
      | 'needs_review_at'
      | 'doubt'
      | 'restored_at'
      | 'options'
    > {
  /** The retailer account of the running attempt. */
  managed_account_id: Tables['orders']['managed_account_id'];
  /** Only set by versions that did not seal it. */
  checkout_handle: Tables['orders']['checkout_handle'];
  doubt: Doubt | null;
  /** The database was restored while the order was open, so the store may have sold it without a record here. */
  restored_at: Tables['orders']['restored_at'];
  options: Record<string, unknown>;
  items: PlacementItem[];
  /** The buy button was pressed before, so the order stays with this store. */
  wasPressed?: boolean;
  /** When it last asked or got an answer; null for most orders. */
  asked_at: Date | null;
}

export interface LoadedPlacement extends PlacementRow {
  is_account_needed: boolean;
  is_retailer_off: boolean;
  /** A policy that binds the order is frozen. */
  is_frozen: boolean;
  /** This sandbox order is on hold. */
  is_held: boolean;
}

export interface PlacementItem
  extends Row<
    'order_items',
    'id' | 'url' | 'product_id' | 'quantity' | 'variant' | 'condition_in' | 'condition_not_in' | 'selection'
  > {
  variant: { label: string; value: string }[] | null;
  condition_in: Condition[];
  condition_not_in: Condition[];
  selection: SellerSelection | null;
}
