export { agentJobs } from './jobs.ts';
export { llmsRoutes } from './llms.ts';
export type { PaymentMethod } from './methods/method.ts';
export { createSandboxMethod } from './methods/sandbox.ts';
export { createStripeMethod } from './methods/stripe.ts';
export { pruneAgent } from './prune.ts';
export { refundOrderRest } from './refund-order.ts';
export { agentRoutes } from './routes.ts';
export { agentSealedColumns, createChallengeSecret } from './secret.ts';
