export { type AlertAction, changeRule, type RuleChanges } from './change-rule.ts';
export { alertJobs, startAlerting } from './jobs.ts';
export { alertRoutes } from './routes.ts';
export { countFiring, listFiring, listRules, pruneAlerts } from './sql.ts';
