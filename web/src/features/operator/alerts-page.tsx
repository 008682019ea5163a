import type { ListAlertsOutput } from '../../../../sdk/src/index.ts';
import { useSelectedRow } from '../../lib/address.ts';
import { useChange, useData } from '../../lib/data.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { Moment, TimeAgo } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import { ChannelsCard } from './alert-channels.tsx';
import { RuleDialog, ruleText } from './alert-rule.tsx';
import { NameCell } from './cells.tsx';
import { Related } from './subject-page.tsx';

type Alerts = ListAlertsOutput;
type Rule = Alerts['rules'][number];
type Alert = Alerts['alerts'][number];

export function AlertsPage() {
  const alerts = useData(['operator-alerts'], (api, options) => api.listAlerts({}, options), { refresh: 15_000 });
  return (
    <Page
      title="Alerts"
      lead="Each rule sends an alert when its threshold is crossed, and another message when the alert is resolved. Every operator gets an email."
    >
      <Loaded data={alerts}>
        {(value) => (
          <>
            <Related
              title="Recent alerts"
              rows={value.alerts.slice(0, 25)}
              columns={alertColumns}
              keyOf={(alert) => alert.id}
              empty={{ icon: 'check', title: 'No alerts yet' }}
            />
            <RulesCard rules={value.rules} />
            <ChannelsCard channels={value.channels} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const alertColumns: readonly Column<Alert>[] = [
  { name: 'Alert', cell: (alert) => <NameCell name={alert.title} note={alert.detail} />, isWide: true },
  {
    name: 'Status',
    cell: (alert) => (alert.resolved_at ? <Badge tone="good">Resolved</Badge> : <Badge tone="bad">Active</Badge>),
  },
  { name: 'Started', cell: (alert) => <Moment at={alert.fired_at} /> },
  { name: 'Resolved', cell: (alert) => (alert.resolved_at ? <Moment at={alert.resolved_at} /> : '–'), isMinor: true },
];

const ruleStates = {
  active: { label: 'Active', tone: 'bad' },
  on: { label: 'On', tone: 'good' },
  off: { label: 'Off', tone: 'neutral' },
} as const;

function RulesCard({ rules }: { rules: Rule[] }) {
  const [chosen, setChosen] = useSelectedRow('rule', rules, (rule) => rule.id);
  const toggle = useChange<Rule>(
    (api, rule) => api.changeAlertRule({ rule: rule.id, body: { enabled: !rule.enabled } }),
    {
      changes: ['operator-alerts', 'operator-audit'],
      onDone: (_answer, rule) => notify(`Rule turned ${rule.enabled ? 'off' : 'on'}.`),
    },
  );
  const columns: Column<Rule>[] = [
    {
      name: 'Rule',
      cell: (rule) => <NameCell name={rule.title} note={ruleText(rule)} />,
      isWide: true,
    },
    {
      name: 'Status',
      cell: (rule) => (
        <StatusBadge labels={ruleStates} status={rule.is_firing ? 'active' : rule.enabled ? 'on' : 'off'} />
      ),
    },
    {
      name: 'Last changed',
      cell: (rule) => (rule.updated_by ? <TimeAgo at={rule.updated_at} /> : 'Default'),
      isMinor: true,
    },
    {
      name: 'Actions',
      hideName: true,
      cell: (rule) => (
        <span className="amounts">
          <Button size="small" onClick={() => setChosen(rule)}>
            Edit<span className="hidden"> {rule.title}</span>
          </Button>
          <Button size="small" onClick={() => toggle.mutate(rule)}>
            {rule.enabled ? 'Turn off' : 'Turn on'}
            <span className="hidden"> {rule.title}</span>
          </Button>
        </span>
      ),
    },
  ];
  return (
    <Related title="Rules" rows={rules} columns={columns} keyOf={(rule) => rule.id}>
      {chosen && <RuleDialog rule={chosen} onClose={() => setChosen(null)} />}
    </Related>
  );
}
