import { Type } from 'typebox';
import { nullable, uuid } from '../../../../platform/http/index.ts';

export const TestClockChoice = Type.Optional(
  nullable(uuid({ description: 'Follow this test clock of the sandbox instead of real time. Test keys only.' })),
);

export const TestClockShown = nullable(uuid({ description: 'Test clock of the sandbox that it follows.' }), {
  description: 'Test clock of the sandbox that it follows. Null: real time.',
});
