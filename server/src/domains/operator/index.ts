export { auditMoney } from './audit-money.ts';
export { creditAccount, debitAccount } from './credit-account.ts';
export { decideDoubt } from './decide-doubt.ts';
export { type Action, commandLine } from './model.ts';
export { openCharges } from './open-charges.ts';
export { recordAction } from './record-action.ts';
export { replyToCase } from './reply-to-case.ts';
export { decideReturn } from './resolve-return.ts';
export { operatorRoutes } from './routes.ts';
