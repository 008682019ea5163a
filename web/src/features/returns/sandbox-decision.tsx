import { useChange } from '../../lib/data.ts';
import { returnStatusWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';

const decisions = ['approved', 'credited', 'denied'] as const;
const words = { approved: 'Approve', credited: 'Credit', denied: 'Deny' };

/** In the sandbox there is no retailer to wait for: the developer may decide. */
export function SandboxDecision({ id }: { id: string }) {
  const resolve = useChange<(typeof decisions)[number]>(
    (api, status) => api.resolveSandboxReturn({ return_request_id: id, body: { status } }),
    {
      changes: ['returns', 'order', 'wallet'],
      onDone: (_answer, status) => notify(`The return is ${returnStatusWords[status].label.toLowerCase()}.`),
    },
  );
  return (
    <Card title="Sandbox" className="sandbox-card">
      <p className="quiet small">Play the retailer, and see what your program makes of it.</p>
      <div className="sandbox-choices">
        {decisions.map((status) => (
          <Button
            key={status}
            does="resolveSandboxReturn"
            size="small"
            isBusy={resolve.isPending && resolve.variables === status}
            onClick={() => resolve.mutate(status)}
          >
            {words[status]}
          </Button>
        ))}
      </div>
      {resolve.error && <ErrorNote error={resolve.error} />}
    </Card>
  );
}
