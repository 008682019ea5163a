export { joinQueue, type LeaseTicket } from './account-queue.ts';
export { checkAccountFits, chooseQueue, forwardingAddressOf } from './choose-account.ts';
export { createAccount } from './create-account.ts';
export { eraseRetailerAccountsOf } from './erase-accounts.ts';
export { pruneAccountEvents, retailerAccountJobs } from './jobs.ts';
export { linkPageUrl } from './link-account.ts';
export { linesOfHtml, linesOfText } from './mail-text.ts';
export type { AccountQueue } from './model.ts';
export { fitsRetailer } from './model.ts';
export { presentAccount } from './present.ts';
export { startAccountMail } from './receive-mail.ts';
export { retailerAccountRoutes } from './routes.ts';
export { type ServiceLogIn, saveServiceAccount } from './save-service-account.ts';
export { accountContext, sealedColumns } from './secrets.ts';
export { ensureSandboxServiceAccount } from './service-accounts.ts';
export {
  countPausedAccounts,
  findAccountById,
  findAccountNames,
  findRetailersOfAccounts,
  listServiceAccounts,
  moveRetailerAccountsToAccount,
} from './sql.ts';
export { hasFittingServiceAccount, isQueued } from './sql-queue.ts';
export { readOnlyAccountOf, tryWithAccount } from './try-with-account.ts';
export { type HeldAccount, resumeAccountLease, resumeHeldAccount } from './use-account.ts';
export { withLeasedAccount } from './with-leased-account.ts';
