export { addRefundNote } from './add-refund-note.ts';
export { addReturnNote } from './add-return-note.ts';
export { answerCase, type CaseAnswer } from './answer-case.ts';
export { badFile } from './failures.ts';
export { caseJobs, queueCaseNotice, queueRefundNotice } from './jobs.ts';
export { messageCustomer } from './message-customer.ts';
export {
  type AttachmentType,
  attachmentBytesMax,
  type Case,
  type CaseMessageType,
  type CaseReason,
  caseReasons,
  hasFileSignature,
} from './model.ts';
export { type CaseOrder, type CasePost, postToCase } from './post-to-case.ts';
export { presentCase, presentFullCase, presentListedCase } from './present.ts';
export { readCase } from './read-case.ts';
export { caseRoutes } from './routes.ts';
export { sendFile } from './routes-attachments.ts';
export {
  CaseAnswerBody,
  CaseListQuery,
  CaseView,
  caseFields,
  exampleCase,
  exampleListedCase,
  listedCaseFields,
} from './schema.ts';
export { AttachmentBody } from './schema-attachments.ts';
export { type CaseFilter, countOpenCases, countOpenCasesOf, findFullCase, findState, listCases } from './sql.ts';
export { deleteCasesOf, eraseCasesOf, hasOpenCase } from './sql-erase.ts';
