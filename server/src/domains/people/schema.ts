import { Type } from 'typebox';
import { closed } from '../../platform/http/index.ts';
import { nextPathLengthMost, nextPathPattern } from './model.ts';

export const LinkBody = closed(
  {
    email: Type.String({ format: 'email' }),
    callbackURL: Type.Optional(
      Type.String({
        pattern: nextPathPattern,
        maxLength: nextPathLengthMost,
        description: 'Where to go once signed in.',
      }),
    ),
  },
  { examples: [{ email: 'jane@example.com', callbackURL: '/app' }] },
);
