import { Type } from 'typebox';
import { createRouter, type Guard } from '../domains/access/accounts/index.ts';
import { type App, withExample } from '../platform/http/index.ts';
import { type DoctorNeeds, diagnose } from './doctor.ts';

const DiagnosisView = withExample(
  Type.Object({
    is_live: Type.Boolean({ description: 'Whether real money can move here.' }),
    findings: Type.Array(
      Type.Object({
        id: Type.String(),
        severity: Type.Enum(['unsafe', 'advice']),
        title: Type.String(),
        action: Type.String({ description: 'What to do about it.' }),
      }),
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
  const router = createRouter(app, guard, 'Operator');
  router.get('/operator/settings-check', {
    auth: 'operator',
    operationId: 'checkSettings',
    summary: 'What is unsafe about the current settings, and what to do',
    description: 'The same list as `npm run admin -- doctor`.',
    response: { 200: DiagnosisView },
    async handler() {
      const { isLive, findings } = await diagnose(needs);
      return { is_live: isLive, findings };
    },
  });
}
