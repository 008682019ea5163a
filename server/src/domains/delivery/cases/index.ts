export { addRefundNote } from './add-refund-note.ts';
export { addReturnNote } from './add-return-note.ts';
export { answerCase, type CaseAnswer } from './answer-case.ts';
export * from './documents/index.ts';
export { caseJobs, queueCaseNotice, queueRefundNotice } from './jobs.ts';
export { messageCustomer } from './message-customer.ts';
export {
  type Case,
  type CaseMessageType,
  type CaseReason,
  caseReasons,
} from './model.ts';
export { type CaseOrder, type CasePost, postToCase } from './post-to-case.ts';
export { presentCase, presentFullCase, presentListedCase } from './present.ts';
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
export { type CaseFilter, countOpenCases, countOpenCasesOf, findFullCase, findState, listCases } from './sql.ts';
export { deleteCasesOf, eraseCasesOf, hasOpenCase } from './sql-erase.ts';
