import { Type } from 'typebox';
import { closed, nullable, uuid } from '../../../../platform/http/index.ts';
import { actionKinds, actionParties } from './model.ts';

export const ActionView = Type.Object(
  {
    id: uuid(),
    kind: Type.Enum([...actionKinds]),
    asked_of: Type.Enum([...actionParties]),
    message: Type.String(),
    details: Type.Record(Type.String(), Type.Unknown()),
    answer_schema: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema of the answer.' }),
    url: nullable(Type.String(), { description: 'A page to open, where it is about one.' }),
    expires_at: nullable(Type.String({ format: 'date-time' }), {
      description: 'Unanswered by then, the order fails; null while an operator works on it.',
    }),
  },
  { title: 'OrderAction', description: 'What the order asks a person before it goes on.' },
);

export const AnswerBody = closed({
  answer: Type.Unknown({ description: "As the action's answer_schema says.", examples: [{ approved: true }] }),
});
