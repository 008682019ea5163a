import type { Connector } from '../../../connectors/contract.ts';
import { cutText } from '../../../kit/storable-text.ts';
import type { World } from '../../../kit/world.ts';

/** Orders, events and emails quote it. A store can send megabytes. */
const messageMax = 1_000;

/** On one line, so it cannot pass for other parts of an email or a page. */
const bound = (message: string): string =>
  cutText(
    message
      .slice(0, 10 * messageMax)
      .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
      .trim(),
    messageMax,
  );

type Told = { kind: string } & ({ message?: string | null } | { question: { message: string } });

function withBoundMessage<Answer extends Told>(answer: Answer): Answer {
  if ('question' in answer)
    return { ...answer, question: { ...answer.question, message: bound(answer.question.message) } };
  return typeof answer.message === 'string' ? { ...answer, message: bound(answer.message) } : answer;
}

/** A connector whose messages are short. They quote pages and responses of the store. */
export function boundMessages<W extends World>(connector: Connector<W>): Connector<W> {
  const { prepare, submit, find, track, cancel, requestReturn, checkReturn, checkRefund, login } = connector;
  return {
    ...connector,
    ...(prepare && { prepare: async (...asked) => withBoundMessage(await prepare.apply(connector, asked)) }),
    ...(submit && { submit: async (...asked) => withBoundMessage(await submit.apply(connector, asked)) }),
    ...(find && { find: async (...asked) => withBoundMessage(await find.apply(connector, asked)) }),
    ...(track && { track: async (...asked) => withBoundMessage(await track.apply(connector, asked)) }),
    ...(cancel && { cancel: async (...asked) => withBoundMessage(await cancel.apply(connector, asked)) }),
    ...(requestReturn && {
      requestReturn: async (...asked) => withBoundMessage(await requestReturn.apply(connector, asked)),
    }),
    ...(checkReturn && {
      checkReturn: async (...asked) => withBoundMessage(await checkReturn.apply(connector, asked)),
    }),
    ...(checkRefund && {
      checkRefund: async (...asked) => withBoundMessage(await checkRefund.apply(connector, asked)),
    }),
    ...(login && { login: async (...asked) => withBoundMessage(await login.apply(connector, asked)) }),
  };
}
