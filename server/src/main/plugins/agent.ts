import { agentJobs, agentRoutes, describeAgentMode } from '../../domains/channels/agent/index.ts';
import { agentPaymentsOf } from './agent-payments.ts';
import type { Plugin } from './plugin.ts';

/** Agent mode: requests without an account, each paid individually. */
export const agent: Plugin<'agent'> = {
  name: 'agent',
  async open(parts) {
    const payments = await agentPaymentsOf(parts);
    return {
      routes: (app) => agentRoutes(app, payments),
      jobs: () => agentJobs({ ...payments, ...parts.forJobs }),
      createSecrets: payments.secret,
      withoutKey: describeAgentMode(payments),
    };
  },
};
