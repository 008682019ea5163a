import { Type } from 'typebox';
import { nullable, uuid } from '../../../../platform/http/index.ts';

export const TestClockChoice = Type.Optional(
  nullable(uuid({ description: 'Follow this sandbox test clock instead of real time. Test keys only.' })),
);

export const TestClockShown = nullable(uuid({ description: 'Sandbox test clock that it follows.' }), {
  description: 'Sandbox test clock that it follows. Null: real time.',
});
