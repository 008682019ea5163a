export { noticeJobs, queueFailureNotice, startNotices } from './jobs.ts';
export { deleteFailures, deleteMarksOfPerson, eraseNoticesOf } from './sql.ts';
