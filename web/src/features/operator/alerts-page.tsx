import type { ListAlertsOutput } from '../../../../sdk/src/index.ts';
import { useAddressed } from '../../lib/address.ts';
import { useChange, useData } from '../../lib/data.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Moment, TimeAgo } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import { ChannelsCard } from './alert-channels.tsx';
import { RuleDialog, ruleWords } from './alert-rule.tsx';
import './operator.css';

type Alerts = ListAlertsOutput;
type Rule = Alerts['rules'][number];
type Alert = Alerts['alerts'][number];

export function AlertsPage() {
  const alerts = useData(['operator-alerts'], (api, options) => api.listAlerts({}, options), { refresh: 15_000 });
  return (
    <Page
      title="Alerts"
      lead="When you are called: a rule fires once when its bound is passed, and says once when all is well again. Every operator is mailed."
    >
      <Loaded data={alerts}>
        {(value) => (
          <>
            <FiringCard alerts={value.alerts} />
            <RulesCard rules={value.rules} />
            <ChannelsCard channels={value.channels} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const alertColumns: readonly Column<Alert>[] = [
  {
    name: 'What',
    cell: (alert) => (
      <span className="return-name">
        <strong className="break">{alert.title}</strong>
        <span className="quiet small break">{alert.detail}</span>
      </span>
    ),
    isWide: true,
  },
  {
    name: 'State',
    cell: (alert) => (alert.resolved_at ? <Badge tone="good">Well again</Badge> : <Badge tone="bad">Fires</Badge>),
  },
  { name: 'Since', cell: (alert) => <Moment at={alert.fired_at} /> },
  { name: 'Until', cell: (alert) => (alert.resolved_at ? <Moment at={alert.resolved_at} /> : '–'), isMinor: true },
];

const FiringCard = ({ alerts }: { alerts: Alert[] }) => (
  <Card title="What fired" isFlush>
    {alerts.length === 0 ? (
      <EmptyState icon="check" title="Nothing has fired yet" />
    ) : (
      <Table label="What fired" columns={alertColumns} rows={alerts.slice(0, 25)} keyOf={(alert) => alert.id} />
    )}
  </Card>
);

function RulesCard({ rules }: { rules: Rule[] }) {
  const [chosen, setChosen] = useAddressed('rule', rules, (rule) => rule.id);
  const toggle = useChange<Rule>(
    (api, rule) => api.changeAlertRule({ rule: rule.id, body: { enabled: !rule.enabled } }),
    {
      changes: ['operator-alerts', 'operator-audit'],
      onDone: (_answer, rule) => notify(`The rule is ${rule.enabled ? 'off' : 'on'} now.`),
    },
  );
  const columns: Column<Rule>[] = [
    {
      name: 'Rule',
      cell: (rule) => (
        <span className="return-name">
          <strong className="break">{rule.title}</strong>
          <span className="quiet small break">{ruleWords(rule)}</span>
        </span>
      ),
      isWide: true,
    },
    {
      name: 'State',
      cell: (rule) =>
        rule.is_firing ? (
          <Badge tone="bad">Fires</Badge>
        ) : rule.enabled ? (
          <Badge tone="good">Watches</Badge>
        ) : (
          <Badge>Off</Badge>
        ),
    },
    {
      name: 'Changed',
      cell: (rule) => (rule.updated_by ? <TimeAgo at={rule.updated_at} /> : 'As\u00a0shipped'),
      isMinor: true,
    },
    {
      name: 'Act',
      hideName: true,
      cell: (rule) => (
        <span className="amounts">
          <Button size="small" onClick={() => setChosen(rule)}>
            Change<span className="hidden"> {rule.title}</span>
          </Button>
          <Button size="small" onClick={() => toggle.mutate(rule)}>
            {rule.enabled ? 'Switch off' : 'Switch on'}
            <span className="hidden"> {rule.title}</span>
          </Button>
        </span>
      ),
    },
  ];
  return (
    <Card title="Rules" isFlush>
      <Table label="Rules" columns={columns} rows={rules} keyOf={(rule) => rule.id} />
      {chosen && <RuleDialog rule={chosen} onClose={() => setChosen(null)} />}
    </Card>
  );
}
