import { Type } from 'typebox';
import { type App, closed, withExample } from '../../platform/http/index.ts';
import { errors, everyBody, everyRoute, validationError } from '../../wire/index.ts';
import { type Guard, personOf, secondFactorKeptMs } from '../access/accounts/index.ts';
import { type FactorNeeds, giveCode, startEnrolment } from './second-factor.ts';

const shared = { tags: ['Operator'], security: [{ session: [] }] };
const bodyRoute = [...everyRoute, ...everyBody] as const;

const FactorView = withExample(
  Type.Object({
    is_required: Type.Boolean({ description: 'Always true: moving live money needs a code.' }),
    is_enrolled: Type.Boolean(),
    proven_until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'Until then this session can move live money without another code.',
    }),
  }),
  { is_required: true, is_enrolled: true, proven_until: null },
);

const EnrolmentView = withExample(
  Type.Object({ secret: Type.String(), otpauth_url: Type.String({ description: 'For an authenticator app.' }) }),
  {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    otpauth_url: 'otpauth://totp/Errand:operator%40example.com?issuer=Errand&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  },
);

const CodeBody = closed({ code: Type.String({ pattern: '^\\d{6}$' }) }, { examples: [{ code: '123456' }] });

export function factorRoutes(app: App, needs: FactorNeeds & { guard: Guard }): void {
  app.get(
    '/operator/second-factor',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'getSecondFactor',
        summary: 'Whether your second factor is set up and was given lately',
        response: { 200: FactorView, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      const { isEnrolled, provenAt } = personOf(request).secondFactor;
      const until = provenAt && new Date(provenAt.getTime() + secondFactorKeptMs);
      const isProven = until !== null && until > needs.clock.now();
      return { is_required: true, is_enrolled: isEnrolled, proven_until: isProven ? until.toISOString() : null };
    },
  );

  app.post(
    '/operator/second-factor',
    {
      onRequest: needs.guard.operator,
      config: { forgets: true },
      schema: {
        ...shared,
        operationId: 'startSecondFactor',
        summary: 'Set up your second factor',
        description: 'The secret is in this answer and nowhere else. It counts once you have given a code of it.',
        response: { 201: EnrolmentView, ...errors(...everyRoute, 'already_exists') },
      },
    },
    async (request, reply) => reply.code(201).send(await startEnrolment(needs, personOf(request))),
  );

  app.post(
    '/operator/second-factor/verify',
    {
      onRequest: needs.guard.operator,
      config: { forgets: true },
      schema: {
        ...shared,
        operationId: 'giveSecondFactor',
        summary: 'Give a code: for ten minutes this session may move money',
        body: CodeBody,
        response: {
          204: Type.Null({ description: 'Taken.' }),
          422: validationError,
          ...errors(...bodyRoute, 'bad_request'),
        },
      },
    },
    async (request, reply) => {
      await giveCode(needs, personOf(request), request.headers.cookie ?? '', request.body.code);
      return reply.code(204).send(null);
    },
  );
}
