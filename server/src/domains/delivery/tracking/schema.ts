import { Type } from 'typebox';
import { trackingStatuses } from '../../../connectors/contract.ts';
import { described, nullable, uuid, withExample } from '../../../platform/http/index.ts';
import { CheckpointView, itemStatuses, orderStatuses } from '../../orders/orders/index.ts';

const nullableText = nullable(Type.String());
const nullableDate = nullable(Type.String({ format: 'date' }));

export const PublicTracking = withExample(
  Type.Object({
    order_id: uuid({ description: 'UUID of the order.' }),
    current_status: Type.Enum([...orderStatuses], { description: 'Status of the order now.' }),
    estimated_delivery_date: described(
      nullableDate,
      'Best estimate for the whole order, as a date in the time zone of the address.',
    ),
    destination: Type.Object(
      {
        address_line1: described(nullableText, 'Street address.'),
        address_line2: described(nullableText, 'Apartment, suite, unit or company.'),
        city: described(nullableText, 'City or town.'),
        state: described(nullableText, 'State or region.'),
        postal_code: described(nullableText, 'ZIP or postal code.'),
        country: described(nullableText, 'Country (ISO 3166-1).'),
      },
      { description: 'Where the order ships to, without the name and phone number.' },
    ),
    shipments: Type.Array(
      Type.Object({
        carrier: Type.String({ description: 'Carrier that delivers the package.' }),
        tracking_number: Type.String({ description: "The carrier's tracking number." }),
        status: nullable(Type.Enum([...trackingStatuses]), {
          description: 'Where the package is. Null: not known yet.',
        }),
        estimated_delivery_date: described(nullableDate, 'Day on which the carrier expects to deliver.'),
        checkpoints: Type.Array(CheckpointView, { description: 'Carrier scans, newest first.' }),
      }),
      { description: 'Packages in the order.' },
    ),
    items: Type.Array(
      Type.Object({
        url: Type.String({ description: 'Product page.' }),
        quantity: Type.Integer(),
        variant: nullable(
          Type.Array(
            Type.Object({
              label: Type.String({ description: 'Name of the option.' }),
              value: Type.String({ description: 'Chosen value.' }),
            }),
          ),
          { description: 'Options that were chosen.' },
        ),
        status: Type.Enum([...itemStatuses], { description: 'Status of the item.' }),
      }),
      { description: 'Items in the order.' },
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
