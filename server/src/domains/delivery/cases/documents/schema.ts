import { Type } from 'typebox';
import { closed, uuid } from '../../../../platform/http/index.ts';
import { FileBody } from '../../../orders/orders/index.ts';

const kind = Type.Enum(['invoice', 'credit_note', 'receipt'], { description: 'Type of document.' });

export const DocumentView = Type.Object(
  {
    id: uuid(),
    kind,
    name: Type.String({ description: 'Name of the file.' }),
    content_type: Type.String({ description: 'Media type of the file.' }),
    bytes: Type.Integer({ description: 'Size of the file in bytes.' }),
    source: Type.Enum(['store', 'operator'], { description: 'Who provided it.' }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'OrderDocument', description: 'An invoice, credit note or receipt for an order.' },
);

export const DocumentList = Type.Object({
  documents: Type.Array(DocumentView, { description: "The order's documents, oldest first." }),
});

export const exampleDocument = {
  id: '5b0e9f3c-7a41-4a55-9d0e-2c1d2b7a6e90',
  kind: 'invoice' as const,
  name: 'invoice-INV-20260821.pdf',
  content_type: 'application/pdf',
  bytes: 18_204,
  source: 'store' as const,
  created_at: '2026-08-22T08:31:00.000Z',
};

export const DocumentBody = closed(
  { ...FileBody.properties, kind: Type.Optional(kind) },
  { examples: [{ name: 'invoice.pdf', content_type: 'application/pdf', data: 'JVBERi0xLjQK' }] },
);
