import type { HoldSandboxOrderInput } from '../../../../sdk/src/index.ts';
import { useChange, useData } from '../../lib/data.ts';
import { errorTextOf } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { notify } from '../../ui/toast.tsx';
import type { Order } from './progress.ts';

type Move = HoldSandboxOrderInput['body']['do'];

const showError = (error: Error) => notify(errorTextOf(error).text, 'bad');

/** Pauses, steps and continues a sandbox order. */
export function HoldButtons({ order }: { order: Order }) {
  const hold = useChange((api, move: Move) => api.holdSandboxOrder({ order_id: order.id, body: { do: move } }), {
    changes: ['order', 'orders', 'order-timeline', 'overview'],
  });
  const button = (move: Move, label: string) => (
    <Button
      does="holdSandboxOrder"
      size="small"
      isBusy={hold.isPending && hold.variables === move}
      disabled={hold.isPending}
      onClick={() => hold.mutate(move, { onError: showError })}
    >
      {label}
    </Button>
  );
  const isHeld = order.waiting_for === 'hold';
  return (
    <div className="sandbox-moves">
      {isHeld ? button('step', 'Buy now') : button('pause', 'Pause')}
      {isHeld && button('run', 'Continue')}
    </div>
  );
}

/** Pauses new sandbox orders before purchase, so there is time to cancel them. */
export function HoldSwitch() {
  const hold = useData(['sandbox-hold'], (api, options) => api.getSandboxHold({}, options));
  const turn = useChange((api, on: boolean) => api.setSandboxHold({ body: { on } }), { changes: ['sandbox-hold'] });
  if (!hold.data) return null;
  return (
    <Checkbox
      label="Pause new orders before purchase"
      checked={turn.isPending ? turn.variables : hold.data.on}
      disabled={turn.isPending}
      onChange={(event) => turn.mutate(event.target.checked, { onError: showError })}
    />
  );
}
