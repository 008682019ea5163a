import { Type } from 'typebox';
import { trackingStatuses } from '../../../connectors/contract.ts';
import { afterField, closed, moment, nullable, pageFields, pageQuery, uuid } from '../../../platform/http/index.ts';
import { orderStatuses } from '../orders/index.ts';
import { batchStatuses, rowStatuses } from './model.ts';

const Passthrough = Type.Record(Type.String(), Type.String(), {
  description: 'The columns that mean nothing to the service, as they came.',
});

export const exampleRow = {
  product_url: 'https://www.walmart.com/ip/986325010',
  quantity: '1',
  name: 'Jane Doe',
  address1: '1 Market St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94105',
  max_price: '5000',
};

/** Three times what a spreadsheet's cell can hold. */
const cellLengthMax = 100_000;

const upload = (maxRows: number) => ({
  filename: Type.Optional(
    nullable(Type.String({ maxLength: 255, description: 'For display only.', examples: ['orders.csv'] })),
  ),
  rows: Type.Array(
    Type.Record(Type.String(), Type.String({ maxLength: cellLengthMax }), {
      description: 'Column header to cell, both as text.',
    }),
    {
      minItems: 1,
      maxItems: maxRows,
      description: 'One for each line below the header.',
    },
  ),
  notify_on_complete: Type.Boolean({
    default: false,
    description: 'Mail the account holder once every order of the batch is placed, failed or cancelled.',
  }),
});

export const validateBody = (maxRows: number) => closed(upload(maxRows));

export const placeBody = (maxRows: number) =>
  closed({
    ...upload(maxRows),
    idempotency_key: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: 255, examples: ['orders-2026-08-21'] })),
    ),
  });

const ValidatedRow = Type.Object(
  {
    index: Type.Integer({ description: 'From 0.' }),
    ok: Type.Boolean({ description: 'Whether this row can be ordered.' }),
    errors: Type.Array(Type.String(), {
      description: 'What is wrong, in plain words. A row that is ok may still carry lines that start with "Warning:".',
    }),
    product_urls: Type.Array(Type.String()),
    quantities: Type.Array(Type.Integer(), { description: 'One for each product; 0 where the cell is not a number.' }),
    recipient: nullable(Type.String()),
    destination: nullable(Type.String()),
    max_price: nullable(Type.Integer()),
    retailer_credentials_id: nullable(Type.String()),
    passthrough: Passthrough,
  },
  { title: 'ValidatedRow' },
);

export const Validation = Type.Object(
  {
    total_rows: Type.Integer(),
    valid_rows: Type.Integer(),
    invalid_rows: Type.Integer(),
    estimated_total_cents: Type.Integer({
      description: 'The most that the valid rows can cost: max_price and fee of each.',
    }),
    wallet_balance_cents: Type.Integer({ description: 'What the wallet has available for new orders.' }),
    sufficient_funds: Type.Boolean(),
    filename: nullable(Type.String()),
    rows: Type.Array(ValidatedRow),
  },
  { title: 'BulkValidation' },
);

const BatchRow = Type.Object(
  {
    index: Type.Integer({ description: 'From 0.' }),
    status: Type.Enum([...rowStatuses]),
    order_id: nullable(Type.String({ format: 'uuid', description: 'Null until the order exists.' })),
    order_status: nullable(Type.Enum([...orderStatuses])),
    tracking_statuses: Type.Array(Type.Enum([...trackingStatuses]), {
      description: 'Of its parcels, once it is placed.',
    }),
    error: nullable(Type.String()),
    recipient: Type.String(),
    product_urls: Type.Array(Type.String()),
    passthrough: Passthrough,
  },
  { title: 'BulkRow' },
);

export const Batch = Type.Object(
  {
    id: uuid(),
    status: Type.Enum([...batchStatuses]),
    row_count: Type.Integer(),
    placed_count: Type.Integer(),
    failed_count: Type.Integer(),
    filename: nullable(Type.String()),
    notify_on_complete: Type.Boolean(),
    notified_at: nullable(moment()),
    created_at: moment(),
    updated_at: moment(),
    rows: Type.Array(BatchRow),
  },
  { title: 'BulkOrder' },
);

export const BatchList = Type.Object(
  {
    batches: Type.Array(Batch, {
      description: 'Newest first, each with its first 100 rows; GET /orders/bulk/{batch_id} has all.',
    }),
    ...pageFields,
  },
  { title: 'BulkOrderList' },
);

export const BatchListQuery = Type.Object({
  ...pageQuery,
  after: afterField('id'),
});

export const exampleValidation = {
  total_rows: 1,
  valid_rows: 1,
  invalid_rows: 0,
  estimated_total_cents: 5000,
  wallet_balance_cents: 1_000_000,
  sufficient_funds: true,
  filename: 'orders.csv',
  rows: [
    {
      index: 0,
      ok: true,
      errors: [],
      product_urls: [exampleRow.product_url],
      quantities: [1],
      recipient: exampleRow.name,
      destination: 'San Francisco, CA 94105, US',
      max_price: 5000,
      retailer_credentials_id: null,
      passthrough: {},
    },
  ],
};

export const exampleBatch = {
  id: '7a1c2b9e-3d4f-4e5a-8b6c-9d0e1f2a3b4c',
  status: 'pending' as const,
  row_count: 1,
  placed_count: 0,
  failed_count: 0,
  filename: 'orders.csv',
  notify_on_complete: false,
  notified_at: null,
  created_at: '2026-08-21T10:00:00.000Z',
  updated_at: '2026-08-21T10:00:00.000Z',
  rows: [
    {
      index: 0,
      status: 'pending' as const,
      order_id: null,
      order_status: null,
      tracking_statuses: [],
      error: null,
      recipient: exampleRow.name,
      product_urls: [exampleRow.product_url],
      passthrough: {},
    },
  ],
};
