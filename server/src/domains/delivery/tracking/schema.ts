import { Type } from 'typebox';
import { trackingStatuses } from '../../../connectors/contract.ts';
import { nullable, uuid, withExample } from '../../../platform/http/index.ts';
import { CheckpointView, itemStatuses, orderStatuses } from '../../orders/orders/index.ts';

const nullableText = nullable(Type.String());
const nullableDate = nullable(Type.String({ format: 'date' }));

export const PublicTracking = withExample(
  Type.Object({
    order_id: uuid(),
    current_status: Type.Enum([...orderStatuses]),
    estimated_delivery_date: nullableDate,
    destination: Type.Object({
      address_line1: nullableText,
      address_line2: nullableText,
      city: nullableText,
      state: nullableText,
      postal_code: nullableText,
      country: nullableText,
    }),
    shipments: Type.Array(
      Type.Object({
        carrier: Type.String(),
        tracking_number: Type.String(),
        status: nullable(Type.Enum([...trackingStatuses])),
        estimated_delivery_date: nullableDate,
        checkpoints: Type.Array(CheckpointView),
      }),
    ),
    items: Type.Array(
      Type.Object({
        url: Type.String(),
        quantity: Type.Integer(),
        variant: nullable(Type.Array(Type.Object({ label: Type.String(), value: Type.String() }))),
        status: Type.Enum([...itemStatuses]),
      }),
    ),
  }),
  {
    order_id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
    current_status: 'order_placed',
    estimated_delivery_date: '2026-08-24',
    destination: {
      address_line1: '1 Market St',
      address_line2: null,
      city: 'San Francisco',
      state: 'CA',
      postal_code: '94105',
      country: 'US',
    },
    shipments: [
      {
        carrier: 'UPS',
        tracking_number: '1Z999AA10123456784',
        status: 'in_transit',
        estimated_delivery_date: '2026-08-24',
        checkpoints: [
          {
            checkpoint_time: '2026-08-22T08:30:00.000Z',
            status: 'in_transit',
            message: 'Departed from facility',
            city: 'Oakland',
            state: 'CA',
            country: 'US',
            zip: '94601',
            location: null,
          },
        ],
      },
    ],
    items: [{ url: 'https://www.walmart.com/ip/986325010', quantity: 1, variant: null, status: 'shipped' }],
  },
);
