import type { AdvanceSandboxOrderInput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { errorTextOf } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { notify } from '../../ui/toast.tsx';
import type { Order } from './progress.ts';
import { HoldButtons, HoldSwitch } from './sandbox-hold.tsx';

type Move = AdvanceSandboxOrderInput['body']['to'];

const moves: { to: Move; label: string; icon: IconName; done: string; from: string[] }[] = [
  {
    to: 'in_transit',
    label: 'Ship package',
    icon: 'truck',
    done: 'Package shipped.',
    from: ['none', 'pending', 'undeliverable'],
  },
  {
    to: 'late',
    label: 'Delay package',
    icon: 'clock',
    done: 'The package is late.',
    from: ['none', 'pending', 'in_transit'],
  },
  {
    to: 'delivered',
    label: 'Deliver package',
    icon: 'home',
    done: 'Package delivered.',
    from: ['none', 'pending', 'in_transit', 'undeliverable'],
  },
  {
    to: 'undeliverable',
    label: 'Lose package',
    icon: 'warning',
    done: 'Package lost.',
    from: ['none', 'pending', 'in_transit'],
  },
  {
    to: 'cancelled_by_retailer',
    label: 'Simulate store cancellation',
    icon: 'close',
    done: 'The store canceled the order.',
    from: ['none', 'pending'],
  },
];

function waitingText({ waiting_for: waitingFor, next_action: action }: Order): string {
  if (waitingFor === 'hold') return 'This order is paused before the purchase. You can still cancel it.';
  if (action) return 'The order continues after the action above.';
  return 'The simulated store is placing the order. This takes a few seconds.';
}

/** Moves an order along in the sandbox. */
export function SandboxHelper({ order }: { order: Order }) {
  const advance = useChange((api, to: Move) => api.advanceSandboxOrder({ order_id: order.id, body: { to } }), {
    changes: ['order', 'orders', 'overview', 'order-timeline', 'wallet'],
    onDone: (_order, to) => notify(moves.find((move) => move.to === to)?.done ?? 'Done.'),
  });
  const run = (to: Move) => advance.mutate(to, { onError: (error) => notify(errorTextOf(error).text, 'bad') });
  const state = order.tracking_numbers[0]?.status ?? 'none';
  const possible = order.status === 'order_placed' ? moves.filter((move) => move.from.includes(state)) : [];
  const isWaiting = order.status === 'pending' || order.status === 'in_progress';
  if (possible.length === 0 && !isWaiting) return null;
  return (
    <section className="sandbox-helper" aria-label="Sandbox">
      <h2>Sandbox: choose what happens next</h2>
      {isWaiting ? (
        <>
          <p>{waitingText(order)}</p>
          {!order.next_action && <HoldButtons order={order} />}
        </>
      ) : (
        <>
          <p>The package moves automatically within seconds, or you can move it yourself:</p>
          <div className="sandbox-moves">
            {possible.map((move) => (
              <Button
                key={move.to}
                size="small"
                icon={move.icon}
                isBusy={advance.isPending && advance.variables === move.to}
                disabled={advance.isPending}
                onClick={() => run(move.to)}
              >
                {move.label}
              </Button>
            ))}
          </div>
        </>
      )}
      <HoldSwitch />
    </section>
  );
}
