import { Type } from 'typebox';
import { closed, described, uuid } from '../../../platform/http/index.ts';
import { attachmentTypes } from './model.ts';

const types = () => Type.Enum([...attachmentTypes]);

export const AttachmentView = Type.Object(
  {
    id: uuid(),
    author: Type.Enum(['customer', 'operator'], { description: 'Who uploaded the file.' }),
    name: Type.String({ description: 'Name of the file.' }),
    content_type: described(types(), 'Media type of the file.'),
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

export const AttachmentBody = closed(
  {
    name: Type.String({
      description: 'Name of the file.',
      minLength: 1,
      maxLength: 200,
      pattern: '^[^\\\\/\\x00-\\x1f]+$',
    }),
    content_type: described(types(), 'Media type of the file.'),
    data: Type.String({
      minLength: 4,
      maxLength: 7_000_000,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'Content of the file in Base64. It must match `content_type`.',
    }),
  },
  { examples: [{ name: 'broken-cup.png', content_type: 'image/png', data: 'iVBORw0KGgo=' }] },
);
