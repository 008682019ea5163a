/** Agent mode: requests without an account, each paid separately. Optional; the core uses core.ts. */

export { agentJobs } from './jobs.ts';
export { describeAgentMode } from './llms.ts';
export type { PaymentMethod } from './methods/method.ts';
export { createSandboxMethod } from './methods/sandbox.ts';
export { createStripeMethod } from './methods/stripe.ts';
export { callPrice, orderFee, orderPrice } from './model.ts';
export { methodsForCalls } from './offers.ts';
export { type PaidNeeds, servePaidRequest } from './paid-route.ts';
export { payCall } from './pay-call.ts';
export { createAgentCaller, type PayOrderNeeds, payOrder } from './pay-order.ts';
export { agentRoutes } from './routes.ts';
export { createChallengeSecret } from './secret.ts';
