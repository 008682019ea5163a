import { Type } from 'typebox';
import { moment, nullable, uuid, withExample } from '../../../platform/http/index.ts';
import { CheckpointView } from '../../orders/orders/index.ts';
import { accountFields, at, exampleAccount } from './schema.ts';

const owned = {
  ...accountFields,
  order_id: uuid(),
  retailer: Type.String(),
  recipient: Type.String({ description: 'Name of the recipient.' }),
};
const exampleOwned = {
  ...exampleAccount,
  order_id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
  retailer: 'walmart',
  recipient: 'Jane Doe',
};

export const ParcelPath = Type.Object({ parcel_id: uuid({ description: 'UUID of the package.' }) });

export const ParcelFileView = withExample(
  Type.Object({
    ...owned,
    id: uuid(),
    carrier: nullable(Type.String(), { description: 'Carrier that delivers the package.' }),
    tracking_number: nullable(Type.String(), { description: "The carrier's tracking number." }),
    status: Type.String({ description: 'Where the package is.' }),
    merchant_order_id: nullable(Type.String(), { description: "The store's order number." }),
    estimated_delivery_date: nullable(Type.String(), { description: 'Day on which the carrier expects to deliver.' }),
    checkpoints: Type.Array(CheckpointView, { description: 'Carrier scans, newest first.' }),
  }),
  {
    ...exampleOwned,
    id: '3f2b1a90-7c1d-4d0e-9a55-0e6f1f1b2c3d',
    carrier: 'UPS',
    tracking_number: '1Z999AA10123456784',
    status: 'in_transit',
    merchant_order_id: '200012345678',
    estimated_delivery_date: '2026-08-24',
    checkpoints: [],
  },
);

export const MailFileView = withExample(
  Type.Object({
    ...owned,
    to: Type.String({ description: 'Email address of the recipient.' }),
    mails: Type.Array(
      Type.Object({
        stage: Type.String({ description: 'What the email is about.' }),
        at: moment({ description: 'When it was written.' }),
        subject: Type.String({ description: 'Subject of the email.' }),
        text: Type.String({ description: 'Plain text of the email.' }),
        state: Type.Enum(['sent', 'waiting', 'given_up'], {
          description: 'Whether it was sent. `given_up`: sending failed permanently.',
        }),
        error: nullable(Type.String(), { description: 'Why sending failed.' }),
      }),
      { description: 'Emails to the recipient, newest first.' },
    ),
  }),
  {
    ...exampleOwned,
    to: 'friend@example.com',
    mails: [
      { stage: 'placed', at, subject: 'Your order', text: 'It was placed.', state: 'sent' as const, error: null },
    ],
  },
);
