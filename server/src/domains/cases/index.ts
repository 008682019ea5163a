export { answerCase, type CaseAnswer } from './answer-case.ts';
export { type Case, type CaseMessageType, type CaseNote, type CaseReason, caseReasons } from './model.ts';
export { noteOnCase } from './note-on-case.ts';
export { type CaseOrder, type CasePost, postToCase } from './post-to-case.ts';
export { presentCase } from './present.ts';
export { readCase } from './read-case.ts';
export { CaseAnswerBody, CaseView } from './schema.ts';
