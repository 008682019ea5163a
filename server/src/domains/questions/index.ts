export { answer, type GivenAnswer, questionOf } from './answer.ts';
export { ask, draftQuestion } from './ask.ts';
export { questionJobs, tellPeople } from './jobs.ts';
export {
  type AskedParty,
  endingOf,
  isRefusal,
  type NewQuestion,
  type QuestionKind,
} from './model.ts';
export { openAction } from './present.ts';
export { ActionView, AnswerBody } from './schema.ts';
export { questionSealedColumns, resumeOf, takeAnswer } from './secret-answers.ts';
export {
  type AskedRow,
  askedOf,
  closeQuestions,
  findOpenQuestion,
  type QuestionRow,
  questionsOfOrder,
  type WaitingRow,
  writeExpired,
} from './store.ts';
