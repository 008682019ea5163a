export { noticeJobs, startNotices, tellFailure, tellOfCase } from './jobs.ts';
export { eraseNoticesOf } from './sql.ts';
