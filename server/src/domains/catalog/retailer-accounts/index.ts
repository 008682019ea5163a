export { joinQueue, type LeaseTicket } from './account-queue.ts';
export { borrowAccount } from './borrow-account.ts';
export { checkAccountFits, forwardingAddressOf, queueFor } from './choose-account.ts';
export { createAccount } from './create-account.ts';
export { eraseManagedAccountsOf } from './erase-accounts.ts';
export { managedAccountJobs, pruneAccountEvents } from './jobs.ts';
export { keepOwnAccount, type OwnLogIn } from './keep-own-account.ts';
export { lendAccount, readAccountOf } from './lend-account.ts';
export { linkPageUrl } from './link-account.ts';
export { linesOfHtml, linesOfText } from './mail-text.ts';
export type { AccountQueue } from './model.ts';
export { fitsRetailer } from './model.ts';
export { ensureSandboxAccount } from './own-accounts.ts';
export { presentAccount } from './present.ts';
export { startAccountMail } from './receive-mail.ts';
export { managedAccountRoutes } from './routes.ts';
export { accountContext, sealedColumns } from './secrets.ts';
export {
  countPausedAccounts,
  findAccountById,
  findAccountNames,
  findRetailersOfAccounts,
  listOwnAccounts,
  moveManagedAccountsToAccount,
} from './sql.ts';
export { isQueued, ownAccountFits } from './sql-queue.ts';
export { type HeldAccount, resumeAccountLease, resumeKeptAccount } from './use-account.ts';
