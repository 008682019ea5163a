import { Type } from 'typebox';
import { trackingStatuses } from '../../../connectors/contract.ts';
import {
  afterField,
  closed,
  described,
  moment,
  nullable,
  pageFields,
  pageQuery,
  uuid,
} from '../../../platform/http/index.ts';
import { TestClockChoice } from '../../access/accounts/index.ts';
import { orderStatuses, waitingReasons } from '../orders/index.ts';
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

/** Three times the limit of a spreadsheet cell. */
const cellLengthMax = 100_000;

const upload = (maxRows: number) => ({
  filename: Type.Optional(
    nullable(Type.String({ maxLength: 255, description: 'Name of the file, for display.', examples: ['orders.csv'] })),
  ),
  rows: Type.Array(
    Type.Record(Type.String(), Type.String({ maxLength: cellLengthMax }), {
      description: 'Maps column headers to cells, both as text.',
    }),
    {
      minItems: 1,
      maxItems: maxRows,
      description: 'Rows of the file: each maps column headers to cells, all as text.',
    },
  ),
  notify_on_complete: Type.Boolean({
    default: false,
    description: 'Email the account holder once every order in the batch is placed, failed or canceled.',
  }),
});

export const validateBody = (maxRows: number) => closed({ ...upload(maxRows), test_clock: TestClockChoice });

export const placeBody = (maxRows: number) =>
  closed({
    ...upload(maxRows),
    test_clock: TestClockChoice,
    idempotency_key: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: 255, examples: ['orders-2026-08-21'] }), {
        description: 'A unique value for this batch. A request with the same value never places it twice.',
      }),
    ),
  });

const ValidatedRow = Type.Object(
  {
    index: Type.Integer({ description: 'Position of the row, from 0.' }),
    ok: Type.Boolean({ description: 'Whether the row can be ordered.' }),
    errors: Type.Array(Type.String(), {
      description: "What to fix, in plain language. Entries that start with `Warning:` don't stop the order.",
    }),
    product_urls: Type.Array(Type.String(), { description: 'Product URLs in the row.' }),
    quantities: Type.Array(Type.Integer(), { description: 'Units of each product. 0 if the cell is not a number.' }),
    recipient: nullable(Type.String(), { description: 'Name of the recipient.' }),
    destination: nullable(Type.String(), { description: 'Where the order ships to, in one line.' }),
    max_price: nullable(Type.Integer(), {
      description: 'The most that the store may charge for this row, as in the file.',
    }),
    retailer_credentials_id: nullable(Type.String(), {
      description: 'Your retailer account used for this row.',
    }),
    passthrough: described(Passthrough, 'Columns that Errand does not recognize. They are copied to the results file.'),
  },
  { title: 'ValidatedRow', description: 'Result of the dry run for one row.' },
);

const WalletHold = Type.Object(
  {
    currency: Type.String({ description: 'Currency of the wallet (ISO 4217).', examples: ['USD'] }),
    amount: Type.Integer({
      description: "`max_price` and the fee of the rows that this wallet pays for, in the currency's minor unit.",
    }),
    available: Type.Integer({ description: 'Available balance of the wallet, in the same unit.' }),
  },
  { title: 'BulkHold', description: 'What a batch puts on hold in one wallet.' },
);

export const Validation = Type.Object(
  {
    total_rows: Type.Integer({ description: 'Number of rows in the file.' }),
    valid_rows: Type.Integer({ description: 'Rows that can be ordered.' }),
    invalid_rows: Type.Integer({ description: 'Rows that need fixing.' }),
    estimated_total_cents: Type.Integer({
      description:
        'The most that the valid rows can cost, in US cents: the `max_price` and fee of each row. Amounts in other currencies count at the current exchange rate.',
    }),
    wallet_balance_cents: Type.Integer({ description: 'Available balance of your US dollar wallet, in cents.' }),
    sufficient_funds: Type.Boolean({ description: 'Whether your wallets cover all `holds`.' }),
    holds: Type.Array(WalletHold, {
      description:
        'What the batch puts on hold in each wallet, US dollars first. Rows that are paid by card are left out.',
    }),
    filename: nullable(Type.String(), { description: 'Name of the file, as sent.' }),
    rows: Type.Array(ValidatedRow, { description: 'Result for each row.' }),
  },
  { title: 'BulkValidation', description: 'Result of a dry run.' },
);

const BatchRow = Type.Object(
  {
    index: Type.Integer({ description: 'Position of the row, from 0.' }),
    status: Type.Enum([...rowStatuses], { description: 'Status of the row.' }),
    order_id: nullable(Type.String({ format: 'uuid', description: 'The order for this row. Null until it exists.' })),
    order_status: nullable(Type.Enum([...orderStatuses]), { description: "Status of the row's order." }),
    tracking_statuses: Type.Array(Type.Enum([...trackingStatuses]), {
      description: 'Status of each package, once the order is placed.',
    }),
    is_late: Type.Boolean({ description: 'Whether the order is late, like its `late`.' }),
    waiting_for: nullable(Type.Enum([...waitingReasons]), {
      description: 'What the order is waiting for, like its `waiting_for`.',
    }),
    error: nullable(Type.String(), { description: 'Why the row failed, in plain language.' }),
    recipient: Type.String({ description: 'Name of the recipient.' }),
    product_urls: Type.Array(Type.String(), { description: 'Product URLs in the row.' }),
    passthrough: described(Passthrough, 'Columns that Errand does not recognize. They are copied to the results file.'),
  },
  { title: 'BulkRow', description: 'One row of a batch and its order.' },
);

export const Batch = Type.Object(
  {
    id: uuid(),
    status: Type.Enum([...batchStatuses], {
      description: 'Status of the batch. `completed`: every order is placed, failed or canceled.',
    }),
    row_count: Type.Integer({ description: 'Number of rows.' }),
    placed_count: Type.Integer({ description: 'Orders that were placed.' }),
    failed_count: Type.Integer({ description: 'Orders that failed or were canceled.' }),
    filename: nullable(Type.String(), { description: 'Name of the file, as sent.' }),
    notify_on_complete: Type.Boolean({
      description: 'Whether the account holder gets an email when the batch completes.',
    }),
    notified_at: nullable(moment(), { description: 'When that email was sent.' }),
    created_at: moment(),
    updated_at: moment(),
    rows: Type.Array(BatchRow, { description: 'Rows in the batch, each with its order.' }),
  },
  { title: 'BulkOrder', description: 'A batch of orders from one file.' },
);

export const BatchList = Type.Object(
  {
    batches: Type.Array(Batch, {
      description: 'Batches, newest first, each with its first 100 rows. GET /orders/bulk/{batch_id} returns all rows.',
    }),
    ...pageFields,
  },
  { title: 'BulkOrderList', description: 'A page of batches.' },
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
  holds: [{ currency: 'USD', amount: 5000, available: 1_000_000 }],
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
      is_late: false,
      waiting_for: null,
      error: null,
      recipient: exampleRow.name,
      product_urls: [exampleRow.product_url],
      passthrough: {},
    },
  ],
};
