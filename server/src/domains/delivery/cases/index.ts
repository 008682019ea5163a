export { answerCase, type CaseAnswer } from './answer-case.ts';
export { caseJobs, tellOfCase } from './jobs.ts';
export { type Case, type CaseMessageType, type CaseReason, caseReasons } from './model.ts';
export { noteRefund } from './note-refund.ts';
export { noteReturn } from './note-return.ts';
export { type CaseOrder, type CasePost, postToCase } from './post-to-case.ts';
export { presentCase, presentListedCase, presentWholeCase } from './present.ts';
export { readCase } from './read-case.ts';
export { caseRoutes } from './routes.ts';
export {
  CaseAnswerBody,
  CaseListQuery,
  CaseView,
  caseFields,
  exampleCase,
  exampleListedCase,
  listedCaseFields,
} from './schema.ts';
export { type CaseFilter, countOpenCases, countOpenCasesOf, findWholeCase, listCases } from './sql.ts';
export { deleteCasesOf, eraseCasesOf, hasOpenCase } from './sql-erase.ts';
