import { Type } from 'typebox';
import { closed, uuid } from '../../../platform/http/index.ts';
import { FileBody, fileTypeField } from '../../orders/orders/index.ts';

export const AttachmentView = Type.Object(
  {
    id: uuid(),
    author: Type.Enum(['customer', 'operator'], { description: 'Who uploaded the file.' }),
    name: Type.String({ description: 'Name of the file.' }),
    content_type: fileTypeField(),
    bytes: Type.Integer({ description: 'Size of the file in bytes.' }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'CaseAttachment', description: 'A file on a case.' },
);

export const exampleAttachment = {
  id: '9a1f0d52-3f0e-4a4f-8a0e-5a1d9a2b7c10',
  author: 'customer' as const,
  name: 'broken-cup.png',
  content_type: 'image/png' as const,
  bytes: 48_213,
  created_at: '2026-08-21T10:01:00.000Z',
};

export const AttachmentBody = closed(FileBody.properties, {
  examples: [{ name: 'broken-cup.png', content_type: 'image/png', data: 'iVBORw0KGgo=' }],
});
