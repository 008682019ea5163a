import { Type } from 'typebox';
import { createRouter, type Guard } from '../domains/access/accounts/index.ts';
import { type App, withExample } from '../platform/http/index.ts';
import { type DoctorNeeds, diagnose } from './doctor.ts';

const DiagnosisView = withExample(
  Type.Object({
    is_live: Type.Boolean({ description: 'Whether this service can move real money.' }),
    findings: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Name of the check.' }),
        severity: Type.Enum(['unsafe', 'advice'], {
          description: '`unsafe` must be fixed before going live, `advice` should be.',
        }),
        title: Type.String({ description: 'What is wrong.' }),
        action: Type.String({ description: 'How to fix it.' }),
      }),
      { description: 'Settings that need attention.' },
    ),
  }),
  {
    is_live: true,
    findings: [
      {
        id: 'public_url_http',
        severity: 'unsafe',
        title: 'PUBLIC_URL uses http, so sessions and keys can be read on the network.',
        action: 'Put TLS in front of the service and set PUBLIC_URL to its https address.',
      },
    ],
  },
);

export function doctorRoutes(app: App, { guard, ...needs }: DoctorNeeds & { guard: Guard }): void {
  const router = createRouter(app, guard, 'Operator monitoring');
  router.get('/operator/settings-check', {
    auth: 'operator',
    operationId: 'checkSettings',
    summary: 'Check settings',
    description:
      'What is unsafe about the current settings, and how to fix it. The same list as `npm run admin -- doctor`.',
    response: { 200: DiagnosisView },
    async handler() {
      const { isLive, findings } = await diagnose(needs);
      return { is_live: isLive, findings };
    },
  });
}
