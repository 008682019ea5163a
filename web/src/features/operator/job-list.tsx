import { useOpenDialog } from '../../lib/address.ts';
import { plural } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/text.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface Job {
  id: string;
  kind: string;
  attempts: number;
  error: string | null;
  next_attempt_at: string | null;
  dead_at: string | null;
}

/** Pending and failed jobs, with actions for failed ones. */
export const JobList = ({ jobs }: { jobs: readonly Job[] }) => (
  <ul className="failing-jobs">
    {jobs.map((job) => (
      <li key={job.id}>
        <p>
          <code>{job.kind}</code>{' '}
          {job.dead_at ? (
            <Badge tone="bad">Failed</Badge>
          ) : (
            <Badge tone={job.error ? 'warn' : 'neutral'}>{plural(job.attempts, 'attempt')}</Badge>
          )}
        </p>
        {job.error && <p className="break">{job.error}</p>}
        {job.dead_at && (
          <p className="quiet small">
            <Moment at={job.dead_at} />
          </p>
        )}
        {job.next_attempt_at && (
          <p className="quiet small">
            Next attempt <Moment at={job.next_attempt_at} />
          </p>
        )}
        {job.dead_at && <JobActions id={job.id} />}
      </li>
    ))}
  </ul>
);

/** What each decision about a failed job is called, and what it does. */
export const jobTexts = {
  retry: {
    title: 'Retry this job?',
    action: 'Retry',
    kind: 'primary',
    done: 'Job started.',
    effect: 'The job will run now, and its attempt count will reset.',
  },
  discard: {
    title: 'Discard this job?',
    action: 'Discard job',
    kind: 'danger',
    done: 'Job discarded.',
    effect: "The job is deleted and won't run again.",
  },
} as const;

function JobActions({ id }: { id: string }) {
  const [asked, ask, close] = useOpenDialog('job', ['retry', 'discard']);
  const verdict = asked?.about === id ? asked.act : null;
  return (
    <p className="amounts">
      <Button size="small" icon="refresh" onClick={() => ask('retry', id)}>
        Retry
      </Button>
      <Button size="small" icon="trash" onClick={() => ask('discard', id)}>
        Discard
      </Button>
      {verdict && (
        <ReasonDialog
          {...jobTexts[verdict]}
          act={(api, reason) => api.decideJob({ job_id: id, body: { verdict, reason } })}
          changes={['operator-order', 'operator-overview', 'operator-today']}
          onClose={close}
        >
          {jobTexts[verdict].effect}
        </ReasonDialog>
      )}
    </p>
  );
}
