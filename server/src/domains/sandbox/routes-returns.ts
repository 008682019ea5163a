import type { SimulatorControls } from '../../connectors/simulator/index.ts';
import type { Config } from '../../platform/config.ts';
import type { Router } from '../access/accounts/index.ts';
import { decisionFrom, presentReturn, type ResolveNeeds, ReturnView } from '../delivery/returns/index.ts';
import { resolveSandboxReturn } from './decide-return.ts';
import { ResolveBody } from './schema.ts';

interface SandboxReturnNeeds {
  config: Pick<Config, 'publicUrl'>;
  simulator: SimulatorControls;
  returns: ResolveNeeds;
}

export function sandboxReturnRoutes(router: Router, needs: SandboxReturnNeeds): void {
  router.post('/sandbox/returns/:return_request_id/resolve', {
    auth: 'key',
    operationId: 'resolveSandboxReturn',
    summary: 'Resolve a sandbox return',
    description:
      'Decides an open return in place of the simulated store, or refunds or rejects an approved one. Test keys only.',
    body: ResolveBody,
    response: { 200: ReturnView },
    errors: ['return_not_allowed'],
    async handler({ caller, params, body }) {
      const decision = decisionFrom(body);
      const row = await resolveSandboxReturn(needs, caller, params.return_request_id, decision);
      return presentReturn(row, needs.config.publicUrl, needs.returns.clock.now());
    },
  });
}
