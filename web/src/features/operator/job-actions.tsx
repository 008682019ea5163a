import { useAsked } from '../../lib/address.ts';
import { useChange } from '../../lib/data.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toast.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

/** For a job that was given up: once more, or away with it. */
export function JobActions({ id }: { id: string }) {
  const [asked, ask, close] = useAsked('job', ['retry', 'discard']);
  const asks = asked?.about === id ? asked.act : null;
  const decide = useChange<{ verdict: 'retry' | 'discard'; reason: string }>(
    (api, body) => api.decideJob({ job_id: id, body }),
    {
      changes: ['operator-order', 'operator-overview', 'operator-audit'],
      onDone(_answer, { verdict }) {
        close();
        notify(verdict === 'retry' ? 'It runs again now.' : 'It is thrown away.');
      },
    },
  );
  return (
    <p className="amounts">
      <Button size="small" icon="refresh" onClick={() => ask('retry', id)}>
        Try again
      </Button>
      <Button size="small" icon="trash" onClick={() => ask('discard', id)}>
        Discard
      </Button>
      {asks && (
        <ReasonDialog
          title={asks === 'retry' ? 'Try this job again?' : 'Throw this job away?'}
          action={asks === 'retry' ? 'Try again' : 'Throw it away'}
          kind={asks === 'retry' ? 'primary' : 'danger'}
          isBusy={decide.isPending}
          error={decide.error}
          onConfirm={(reason) => decide.mutate({ verdict: asks, reason })}
          onClose={close}
        >
          {asks === 'retry' ? 'It runs at once, with its tries counted anew.' : 'What it was to do is not done.'}
        </ReasonDialog>
      )}
    </p>
  );
}
