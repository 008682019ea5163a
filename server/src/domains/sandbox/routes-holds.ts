import { type App, withExample } from '../../platform/http/index.ts';
import { errors, everyBody, validationError } from '../../wire/index.ts';
import { callerOf, type Guard } from '../access/accounts/index.ts';
import { exampleOrderView, OrderPath, OrderView, presentOrder } from '../orders/orders/index.ts';
import { type HoldNeeds, holdOrder, readHoldSwitch, turnHoldSwitch } from './hold-order.ts';
import { HoldBody, HoldSwitchBody, HoldSwitchView } from './schema.ts';

const presentSwitch = (since: Date | null) => ({ on: since !== null, since: since?.toISOString() ?? null });

const refusals = () =>
  errors(
    'bad_request',
    'unauthorized',
    'forbidden',
    'not_found',
    ...everyBody,
    'rate_limit_exceeded',
    'service_unavailable',
  );

/** Test helpers that stop the clock of the simulated stores. */
export function holdRoutes(app: App, needs: HoldNeeds & { guard: Guard }): void {
  app.post(
    '/sandbox/orders/:order_id/hold',
    {
      onRequest: needs.guard.key,
      schema: {
        operationId: 'holdSandboxOrder',
        tags: ['Sandbox'],
        summary: 'Pause a sandbox order, take one step, or let it run',
        description:
          '`pause` keeps a pending order from being bought. `step` does the next thing: buys a held order, ships or delivers a placed one (from then on only the hand moves its parcel). `run` lets a held order go on by itself. Works with test keys only.',
        security: [{ bearer: [] }],
        params: OrderPath,
        body: HoldBody,
        response: { 200: withExample(OrderView, exampleOrderView), 422: validationError, ...refusals() },
      },
    },
    async (request) =>
      presentOrder(
        await holdOrder(needs, callerOf(request), request.params.order_id, request.body.do),
        needs.clock.now(),
      ),
  );

  app.get(
    '/sandbox/hold',
    {
      onRequest: needs.guard.key,
      schema: {
        operationId: 'getSandboxHold',
        tags: ['Sandbox'],
        summary: 'Whether new sandbox orders are held before they are bought',
        description: 'Works with test keys only.',
        security: [{ bearer: [] }],
        response: {
          200: HoldSwitchView,
          ...errors('unauthorized', 'forbidden', 'not_found', 'rate_limit_exceeded', 'service_unavailable'),
        },
      },
    },
    async (request) => presentSwitch(await readHoldSwitch(needs, callerOf(request))),
  );

  app.put(
    '/sandbox/hold',
    {
      onRequest: needs.guard.key,
      schema: {
        operationId: 'setSandboxHold',
        tags: ['Sandbox'],
        summary: 'Hold new sandbox orders before they are bought',
        description:
          'While it is on, every new order waits as `pending` with `waiting_for: hold` until it is stepped, run or cancelled. Turning it off leaves those that wait. Works with test keys only.',
        security: [{ bearer: [] }],
        body: HoldSwitchBody,
        response: { 200: HoldSwitchView, 422: validationError, ...refusals() },
      },
    },
    async (request) => presentSwitch(await turnHoldSwitch(needs, callerOf(request), request.body.on)),
  );
}
