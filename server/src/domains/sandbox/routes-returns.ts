import type { SimulatorControls } from '../../connectors/simulator/index.ts';
import type { Config } from '../../platform/config.ts';
import type { App } from '../../platform/http/index.ts';
import { errors, everyBody, validationError } from '../../wire/index.ts';
import { callerOf, type Guard } from '../access/accounts/index.ts';
import { decisionFrom, presentReturn, type ResolveNeeds, ReturnPath, ReturnView } from '../delivery/returns/index.ts';
import { resolveSandboxReturn } from './resolve-return.ts';
import { ResolveBody } from './schema.ts';

interface SandboxReturnNeeds {
  config: Pick<Config, 'publicUrl'>;
  guard: Guard;
  simulator: SimulatorControls;
  returns: ResolveNeeds;
}

export function sandboxReturnRoutes(app: App, needs: SandboxReturnNeeds): void {
  app.post(
    '/sandbox/returns/:return_request_id/resolve',
    {
      onRequest: needs.guard.key,
      schema: {
        operationId: 'resolveSandboxReturn',
        tags: ['Sandbox'],
        summary: 'Decide a sandbox return by hand',
        description:
          'In place of the simulated store: decides an open return, or refunds or rejects an approved one. Works with test keys only.',
        security: [{ bearer: [] }],
        params: ReturnPath,
        body: ResolveBody,
        response: {
          200: ReturnView,
          422: validationError,
          ...errors(
            'unauthorized',
            'forbidden',
            'not_found',
            'return_not_allowed',
            ...everyBody,
            'rate_limit_exceeded',
            'service_unavailable',
          ),
        },
      },
    },
    async (request) => {
      const decision = decisionFrom(request.body);
      const row = await resolveSandboxReturn(needs, callerOf(request), request.params.return_request_id, decision);
      return presentReturn(row, needs.config.publicUrl, needs.returns.clock.now());
    },
  );
}
