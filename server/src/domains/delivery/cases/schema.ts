import { type Static, Type } from 'typebox';
import { afterField, closed, nullable, pageQuery, uuid, withExample } from '../../../platform/http/index.ts';
import { caseReasons, caseStates, messageLengthMax } from './model.ts';
import { AttachmentView, exampleAttachment } from './schema-attachments.ts';

export const CaseView = withExample(
  Type.Object({
    state: nullable(Type.Enum([...caseStates]), { description: 'State of the case. Null: no case yet.' }),
    messages: Type.Array(
      Type.Object({
        type: Type.String({
          description: 'Type of message, such as case.opened.return.request_label, case.freetext or case.closed.',
        }),
        message: Type.String({ description: 'Text of the message.' }),
        timestamp: Type.String({ description: 'When it was written.', format: 'date-time' }),
      }),
      { description: 'Messages, oldest first.' },
    ),
  }),
  {
    state: 'open',
    messages: [
      {
        type: 'case.opened.nondelivery.damaged',
        message: 'The cup is broken.',
        timestamp: '2026-08-21T10:00:00.000Z',
      },
    ],
  },
);

export const CaseAnswerBody = closed(
  {
    message: Type.String({ description: 'Text of the reply.', minLength: 1, maxLength: messageLengthMax }),
    close: Type.Optional(Type.Boolean({ description: 'Close the case with this reply.' })),
  },
  { examples: [{ message: 'A replacement is on its way.', close: true }] },
);

const Message = Type.Object(
  {
    type: Type.String({
      description: 'Type of message, such as case.opened.return.request_label, case.freetext or case.closed.',
    }),
    author: Type.Enum(['customer', 'operator', 'system'], { description: 'Who wrote it.' }),
    body: Type.String({ description: 'Text of the message.' }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'CaseMessage', description: 'A message on a case.' },
);

const head = {
  order_id: uuid(),
  state: Type.Enum([...caseStates], { description: 'Whether the case is open or closed.' }),
  reason: Type.Enum([...caseReasons], { description: 'Why the case was last opened.' }),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
};

export const caseFields = {
  ...head,
  messages: Type.Array(Message, { description: 'Messages, oldest first.' }),
  attachments: Type.Array(AttachmentView, { description: 'Files on the case, oldest first.' }),
};
export const listedCaseFields = { ...head, last_message: Message };

const exampleMessage = {
  type: 'case.opened.nondelivery.damaged',
  author: 'customer' as const,
  body: 'The cup is broken.',
  created_at: '2026-08-21T10:00:00.000Z',
};

const exampleHead = {
  order_id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
  state: 'open' as const,
  reason: 'nondelivery.damaged' as const,
  created_at: '2026-08-21T10:00:00.000Z',
  updated_at: '2026-08-21T10:00:00.000Z',
};

export const exampleCase = { ...exampleHead, messages: [exampleMessage], attachments: [exampleAttachment] };
export const exampleListedCase = { ...exampleHead, last_message: exampleMessage };

export const FullCaseView = withExample(
  Type.Object(caseFields, { title: 'Case', description: 'A conversation with support about an order.' }),
  exampleCase,
);

export const CaseList = withExample(
  Type.Object({
    cases: Type.Array(
      Type.Object(listedCaseFields, { title: 'ListedCase', description: 'A case with its last message.' }),
      { description: 'Cases on this page.' },
    ),
    total: Type.Integer(),
  }),
  { cases: [exampleListedCase], total: 1 },
);

export const CaseListQuery = Type.Object({
  ...pageQuery,
  after: afterField('order_id'),
  state: Type.Optional(Type.Enum([...caseStates], { description: 'Only cases in this state.' })),
});

export const CasePostBody = closed(
  {
    message: Type.String({ description: 'Text of your message.', minLength: 1, maxLength: messageLengthMax }),
    reason: Type.Optional(
      nullable(Type.Enum([...caseReasons]), {
        description: 'Why you are opening the case. Reopens a closed case. Leave it out to reply to an open one.',
      }),
    ),
  },
  { examples: [{ message: 'The cup is broken.', reason: 'nondelivery.damaged' }] },
);
export type CasePostBody = Static<typeof CasePostBody>;
