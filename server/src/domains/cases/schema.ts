import { Type } from 'typebox';
import { closed, withExample } from '../../platform/http/index.ts';
import { caseStates, messageLengthMax } from './model.ts';

export const CaseView = withExample(
  Type.Object({
    state: Type.Union([Type.Enum([...caseStates]), Type.Null()]),
    messages: Type.Array(
      Type.Object({
        type: Type.String({ description: 'Such as case.opened.return.request_label, case.freetext or case.closed.' }),
        message: Type.String(),
        timestamp: Type.String({ format: 'date-time' }),
      }),
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
    message: Type.String({ minLength: 1, maxLength: messageLengthMax }),
    close: Type.Optional(Type.Boolean({ description: 'The last word: the case is closed.' })),
  },
  { examples: [{ message: 'A replacement is on its way.', close: true }] },
);
