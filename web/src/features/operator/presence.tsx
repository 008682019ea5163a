import type { NotePresenceInput, NotePresenceOutput } from '../../../../sdk/src/index.ts';
import { useChange, useData } from '../../lib/data.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

type Kind = NotePresenceInput['kind'];
type Other = NotePresenceOutput['others'][number];

const everyMs = 10_000;

const nameOf = (email: string): string => email.split('@', 1)[0] ?? email;

function presenceText(others: readonly Other[]): string | null {
  const working = others.filter((other) => other.claimed_at !== null).map((other) => nameOf(other.operator));
  const looking = others.filter((other) => other.claimed_at === null).map((other) => nameOf(other.operator));
  const parts = [
    working.length > 0 ? `${working.join(' and ')} ${working.length > 1 ? 'are' : 'is'} working on this` : null,
    looking.length > 0 ? `${looking.join(' and ')} ${looking.length > 1 ? 'are' : 'is'} viewing this` : null,
  ];
  return parts.filter((part) => part !== null).join('; ') || null;
}

/** Shows who else views or works on this. It blocks nobody. */
export function PresenceBar({ kind, subject }: { kind: Kind; subject: string }) {
  const seen = useData(
    ['operator-presence', kind, subject],
    (api, options) => api.notePresence({ kind, subject, body: {} }, options),
    { refresh: everyMs, freshFor: 0 },
  );
  const claimSubject = useChange<boolean>((api, claim) => api.notePresence({ kind, subject, body: { claim } }), {
    changes: ['operator-presence', 'operator-claims'],
  });
  // Reserved space, so nothing moves when it loads.
  if (!seen.data) return <div className="presence" />;
  const { is_mine: isMine, others } = seen.data;
  const words = presenceText(others);
  return (
    <div className="presence" role="status">
      <Icon name="people" size={16} />
      <span className="break">{words ?? (isMine ? 'You are working on this' : 'Nobody else is viewing this')}</span>
      {(isMine || !others.some((other) => other.claimed_at !== null)) && (
        <Button size="small" isBusy={claimSubject.isPending} onClick={() => claimSubject.mutate(!isMine)}>
          {isMine ? 'Unassign' : 'Assign to me'}
        </Button>
      )}
    </div>
  );
}

/** Who works on which row of a list, by ID. */
export function useClaims(kind: Kind): ReadonlyMap<string, string> {
  const claims = useData(['operator-claims', kind], (api, options) => api.listClaims({ kind }, options), {
    refresh: 15_000,
  });
  return new Map((claims.data?.claims ?? []).map((claim) => [claim.subject, nameOf(claim.operator)]));
}
