import { useChange } from '../../lib/data.ts';
import { returnStatusLabels } from '../../lib/labels.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';

const decisions = ['approved', 'credited', 'denied'] as const;
const labels = { approved: 'Approve', credited: 'Credit', denied: 'Deny' };

/** In the sandbox, the developer decides the return and its refund. */
export function SandboxDecision({ id, isApproved }: { id: string; isApproved: boolean }) {
  const resolve = useChange<(typeof decisions)[number]>(
    (api, status) => api.resolveSandboxReturn({ return_request_id: id, body: { status } }),
    {
      changes: ['returns', 'order', 'wallet'],
      onDone: (_answer, status) => notify(`The return is ${returnStatusLabels[status].label.toLowerCase()}.`),
    },
  );
  return (
    <Card title="Sandbox" className="sandbox-card">
      <p className="quiet small">Choose the store's decision to test your integration.</p>
      <div className="sandbox-choices">
        {decisions.slice(isApproved ? 1 : 0).map((status) => (
          <Button
            key={status}
            does="resolveSandboxReturn"
            size="small"
            isBusy={resolve.isPending && resolve.variables === status}
            onClick={() => resolve.mutate(status)}
          >
            {labels[status]}
          </Button>
        ))}
      </div>
      {resolve.error && <ErrorNote error={resolve.error} />}
    </Card>
  );
}
