import type { GetCustomerOutput } from '../../../../sdk/src/index.ts';
import { useAddressed } from '../../lib/address.ts';
import { useChange } from '../../lib/data.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Moment, TimeAgo } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

type Session = GetCustomerOutput['session_list'][number];

/** Who is signed in where, each with a way to end it. */
export function Sessions({ sessions }: { sessions: Session[] }) {
  const [chosen, setChosen] = useAddressed('session', sessions, (session) => session.id);
  const end = useChange<{ id: string; reason: string }>(
    (api, { id, reason }) => api.endAnySession({ session_id: id, body: { reason } }),
    {
      changes: ['operator-customer', 'operator-audit'],
      onDone() {
        setChosen(null);
        notify('The session is ended.');
      },
    },
  );
  const columns: Column<Session>[] = [
    {
      name: 'Who and where',
      cell: (session) => (
        <span className="return-name">
          <strong className="break">{session.email}</strong>
          <span className="quiet small break">
            {[session.browser, session.ip_address].filter(Boolean).join(' · ') || 'An unnamed browser'}
          </span>
        </span>
      ),
    },
    { name: 'Since', cell: (session) => <TimeAgo at={session.signed_in_at} /> },
    { name: 'Until', cell: (session) => <Moment at={session.expires_at} />, isMinor: true },
    {
      name: 'Act',
      hideName: true,
      cell: (session) => (
        <Button size="small" onClick={() => setChosen(session)}>
          End<span className="hidden"> the session of {session.email}</span>
        </Button>
      ),
    },
  ];
  return (
    <Card title="Sessions" isFlush>
      {sessions.length === 0 ? (
        <EmptyState icon="people" title="Nobody is signed in" />
      ) : (
        <Table label="Sessions" columns={columns} rows={sessions} keyOf={(session) => session.id} />
      )}
      {chosen && (
        <ReasonDialog
          title="End this session?"
          action="End it"
          isBusy={end.isPending}
          error={end.error}
          onConfirm={(reason) => end.mutate({ id: chosen.id, reason })}
          onClose={() => setChosen(null)}
        >
          This browser of {chosen.email} has to sign in again. Other sessions and keys go on.
        </ReasonDialog>
      )}
    </Card>
  );
}
