export { noticeJobs, startNotices, tellFailure } from './jobs.ts';
export { deleteFailures, deleteMarksOfPerson, eraseNoticesOf } from './sql.ts';
