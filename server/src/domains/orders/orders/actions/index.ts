export { answer, type GivenAnswer, questionOf } from './answer.ts';
export { ask, draftQuestion } from './ask.ts';
export { actionClosed } from './failures.ts';
export { questionJobs, tellPeople } from './jobs.ts';
export {
  type AskedParty,
  endingOf,
  isRefusal,
  type NewQuestion,
  type QuestionKind,
  timeToAnswerMs,
} from './model.ts';
export { openAction, presentAction } from './present.ts';
export {
  addressLines,
  describePurchase,
  isPurchaseSummary,
  momentText,
  moneyText,
  namedText,
  oneLine,
  type PurchaseSummary,
  type QuotedCart,
  requesterOf,
  shownDigest,
  unknownPrices,
  variantText,
} from './purchase-summary.ts';
export { ActionView, AnswerBody } from './schema.ts';
export { questionSealedColumns, resumeOf, takeAnswer } from './secret-answers.ts';
export {
  type AskedRow,
  askedOf,
  closeQuestions,
  findAsked,
  findOpenQuestion,
  listOfOperators,
  type QuestionRow,
  questionsOfOrder,
  type WaitingRow,
  writeAnswer,
  writeDeadline,
  writeExpired,
} from './sql.ts';
export { eraseQuestionsOf } from './sql-erase.ts';
