import { Type } from 'typebox';
import { closed, nullable, uuid } from '../../../../platform/http/index.ts';
import { actionKinds, actionParties } from './model.ts';

export const ActionView = Type.Object(
  {
    id: uuid({ description: 'ID to use when you complete the action.' }),
    kind: Type.Enum([...actionKinds], { description: 'What is needed.' }),
    asked_of: Type.Enum([...actionParties], { description: 'Who has to act.' }),
    message: Type.String({ description: 'What to do, in plain language.' }),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description: 'What you need to know to respond, such as the choices.',
    }),
    answer_schema: Type.Record(Type.String(), Type.Unknown(), {
      description: 'JSON Schema that the answer must match.',
    }),
    url: nullable(Type.String(), { description: 'Page for completing the action, if there is one.' }),
    expires_at: nullable(Type.String({ format: 'date-time' }), {
      description: 'When the order fails if nobody responds. Null while an operator is working on it.',
    }),
  },
  { title: 'OrderAction', description: 'What someone must do before the order can continue.' },
);

export const AnswerBody = closed({
  answer: Type.Unknown({
    description: "The answer, matching the action's `answer_schema`.",
    examples: [{ approved: true }],
  }),
});
