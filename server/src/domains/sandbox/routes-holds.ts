import { withExample } from '../../platform/http/index.ts';
import type { Router } from '../access/accounts/index.ts';
import { exampleOrderView, OrderView, onClockOfOrder, presentOrder } from '../orders/orders/index.ts';
import { type HoldNeeds, holdOrder, readHoldSetting, writeHoldSetting } from './hold-order.ts';
import { HoldBody, HoldSwitchBody, HoldSwitchView } from './schema.ts';

const presentSwitch = (since: Date | null) => ({ on: since !== null, since: since?.toISOString() ?? null });

export function holdRoutes(router: Router, needs: HoldNeeds): void {
  router.post('/sandbox/orders/:order_id/hold', {
    auth: 'key',
    operationId: 'holdSandboxOrder',
    summary: 'Control a sandbox order',
    description:
      '`pause` keeps a pending order from being placed. `step` takes the next step: places a held order, or ships or delivers a placed one. `run` lets a held order continue. Test keys only.',
    body: HoldBody,
    response: { 200: withExample(OrderView, exampleOrderView) },
    errors: ['bad_request'],
    handler: async ({ caller, params, body }) =>
      onClockOfOrder(needs.database.db, caller, params.order_id, async () =>
        presentOrder(await holdOrder(needs, caller, params.order_id, body.do), needs.clock.now()),
      ),
  });

  router.get('/sandbox/hold', {
    auth: 'key',
    operationId: 'getSandboxHold',
    summary: 'Get the hold switch',
    description: 'Whether new sandbox orders wait before they are placed. Test keys only.',
    response: { 200: HoldSwitchView },
    errors: ['not_found'],
    handler: async ({ caller }) => presentSwitch(await readHoldSetting(needs, caller)),
  });

  router.put('/sandbox/hold', {
    auth: 'key',
    operationId: 'setSandboxHold',
    summary: 'Set the hold switch',
    description:
      "While the switch is on, every new order stays `pending` with `waiting_for: hold` until you step, run or cancel it. Turning it off doesn't release orders that are waiting. Test keys only.",
    body: HoldSwitchBody,
    response: { 200: HoldSwitchView },
    errors: ['bad_request', 'not_found'],
    handler: async ({ caller, body }) => presentSwitch(await writeHoldSetting(needs, caller, body.on)),
  });
}
