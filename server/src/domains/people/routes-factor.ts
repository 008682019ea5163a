import { Type } from 'typebox';
import { type App, closed, noContent, nullable, withExample } from '../../platform/http/index.ts';
import { createRouter, type Guard, secondFactorValidMs } from '../access/accounts/index.ts';
import { acceptCode, type FactorNeeds, startEnrollment } from './second-factor.ts';

const FactorView = withExample(
  Type.Object({
    is_required: Type.Boolean({ description: 'Always true: moving real money requires a code.' }),
    is_enrolled: Type.Boolean({ description: 'Whether you set up a second factor.' }),
    proven_until: nullable(Type.String({ format: 'date-time' }), {
      description: 'Until then, this session can move real money without another code.',
    }),
  }),
  { is_required: true, is_enrolled: true, proven_until: null },
);

const EnrollmentView = withExample(
  Type.Object({
    secret: Type.String({ description: 'Secret to enter in an authenticator app.' }),
    otpauth_url: Type.String({ description: 'Link or QR code for an authenticator app.' }),
  }),
  {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    otpauth_url: 'otpauth://totp/Errand:operator%40example.com?issuer=Errand&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  },
);

const CodeBody = closed(
  { code: Type.String({ description: 'The 6 digits that the authenticator app shows.', pattern: '^\\d{6}$' }) },
  { examples: [{ code: '123456' }] },
);

export function factorRoutes(app: App, needs: FactorNeeds & { guard: Guard }): void {
  const router = createRouter(app, needs.guard, 'Operator sign-in');
  router.get('/operator/second-factor', {
    auth: 'operator',
    operationId: 'getSecondFactor',
    summary: 'Get your second factor',
    description: 'Whether it is set up, and until when this session can move real money.',
    response: { 200: FactorView },
    async handler({ person }) {
      const { isEnrolled, provenAt } = person.secondFactor;
      const until = provenAt && new Date(provenAt.getTime() + secondFactorValidMs);
      const isProven = until !== null && until > needs.clock.now();
      return { is_required: true, is_enrolled: isEnrolled, proven_until: isProven ? until.toISOString() : null };
    },
  });

  router.post('/operator/second-factor', {
    auth: 'operator',
    operationId: 'startSecondFactor',
    summary: 'Set up your second factor',
    description: 'The secret is shown in this response only. It becomes active once you verify a code.',
    config: { forgets: true },
    response: { 201: EnrollmentView },
    errors: ['already_exists'],
    handler: async ({ person }) => await startEnrollment(needs, person),
  });

  router.post('/operator/second-factor/verify', {
    auth: 'operator',
    operationId: 'giveSecondFactor',
    summary: 'Verify a code',
    description: 'For 10 minutes, this session can then move real money.',
    config: { forgets: true },
    body: CodeBody,
    response: { 204: noContent('Verified.') },
    errors: ['bad_request'],
    async handler({ person, body, headers }) {
      await acceptCode(needs, person, headers.cookie ?? '', body.code);
    },
  });
}
