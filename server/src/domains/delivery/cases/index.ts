export * from './documents/index.ts';
export { caseJobs, queueCaseNotice, queueRefundNotice } from './jobs.ts';
export {
  type Case,
  caseReasons,
} from './model.ts';
export { presentCase, presentFullCase, presentListedCase } from './present.ts';
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
export {
  type CaseFilter,
  countOpenCasesOf,
  countUnansweredCases,
  findCase as readCase,
  findFullCase,
  findState,
  listCases,
  listUnansweredCases,
} from './sql.ts';
export { deleteCasesOf, eraseCasesOf, hasOpenCase } from './sql-erase.ts';
export {
  addRefundNote,
  addReturnNote,
  answerCase,
  type CaseAnswer,
  type CasePost,
  messageCustomer,
  postToCase,
} from './write-message.ts';
