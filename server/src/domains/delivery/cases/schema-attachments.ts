import { Type } from 'typebox';
import { closed, uuid } from '../../../platform/http/index.ts';
import { attachmentTypes } from './model.ts';

const types = () => Type.Enum([...attachmentTypes]);

export const AttachmentView = Type.Object(
  {
    id: uuid(),
    author: Type.Enum(['customer', 'operator']),
    name: Type.String(),
    content_type: types(),
    bytes: Type.Integer(),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'CaseAttachment' },
);

export const exampleAttachment = {
  id: '9a1f0d52-3f0e-4a4f-8a0e-5a1d9a2b7c10',
  author: 'customer' as const,
  name: 'broken-cup.png',
  content_type: 'image/png' as const,
  bytes: 48_213,
  created_at: '2026-08-21T10:01:00.000Z',
};

export const AttachmentBody = closed(
  {
    name: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\\\/\\x00-\\x1f]+$' }),
    content_type: types(),
    data: Type.String({
      minLength: 4,
      maxLength: 7_000_000,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'Base64. The bytes have to be what content_type says.',
    }),
  },
  { examples: [{ name: 'broken-cup.png', content_type: 'image/png', data: 'iVBORw0KGgo=' }] },
);
