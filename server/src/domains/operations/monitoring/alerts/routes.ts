import { Failure, Invalid, notFound } from '../../../../kit/failure.ts';
import { newId } from '../../../../kit/ids.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import { type App, noContent, presentAs } from '../../../../platform/http/index.ts';
import type { Outgoing } from '../../../../platform/outgoing/index.ts';
import { createRouter, type Guard, type Router } from '../../../access/accounts/index.ts';
import { watchable, watched } from '../readings.ts';
import { auditedRule, badBounds, type ChangeNeeds, changeRule } from './change-rule.ts';
import { areBoundsValid, type RuleRow } from './model.ts';
import { channelSecret, presentAlert } from './notify.ts';
import {
  AlertsView,
  ChannelAnswer,
  ChannelBody,
  ChannelView,
  NewRuleBody,
  RuleAnswer,
  RuleBody,
  RulePath,
} from './schema.ts';
import {
  deleteChannel,
  deleteRule,
  findOpenAlert,
  insertChannel,
  insertRule,
  listAlerts,
  listChannels,
  listRules,
  lockRule,
} from './sql.ts';

const alreadyExists = (id: string, message = 'A rule with this ID already exists. Edit it or choose another ID.') =>
  new Failure('already_exists', 409, message, { details: { resource: 'alert_rule', identifier: id, id } });

export interface AlertRouteNeeds extends ChangeNeeds {
  guard: Guard;
  outgoing: Pick<Outgoing, 'checkUrl'>;
  secret(): Promise<Buffer>;
}

const alertsShown = 100;

const presentRule = (rule: RuleRow, isFiring: boolean) => ({
  id: rule.id,
  title: rule.title,
  reading: rule.reading,
  reading_label: watched(rule.reading)?.label ?? rule.reading,
  unit: watched(rule.reading)?.unit ?? 'count',
  fires_when: rule.fires_when,
  ...auditedRule(rule),
  is_firing: isFiring,
  updated_at: rule.updated_at.toISOString(),
  updated_by: rule.updated_by,
});

/** What is watched, who is notified, and what is active. */
export function alertRoutes(app: App, needs: AlertRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Operator monitoring');
  ruleRoutes(router, needs);
  removeRuleRoute(router, needs);
  channelRoutes(router, needs);
}

function ruleRoutes(router: Router, needs: AlertRouteNeeds): void {
  const { database, clock, record } = needs;
  const { db } = database;
  async function readRule(id: string) {
    const rule = (await listRules(db)).find((one) => one.id === id);
    if (!rule) throw notFound();
    return presentRule(rule, (await findOpenAlert(db, id)) !== null);
  }

  router.get('/operator/alerts', {
    auth: 'operator',
    operationId: 'listAlerts',
    summary: 'List alerts',
    description: 'Alert rules, active and recent alerts, and who is alerted.',
    response: { 200: AlertsView },
    async handler() {
      const [rules, alerts, channels] = await Promise.all([
        listRules(db),
        listAlerts(db, alertsShown),
        listChannels(db),
      ]);
      const firing = new Set(alerts.filter((alert) => alert.resolved_at === null).map((alert) => alert.rule_id));
      return {
        rules: rules.map((rule) => presentRule(rule, firing.has(rule.id))),
        alerts: alerts.map(presentAlert),
        channels: channels.map((row) => presentAs(ChannelView, row)),
        readings: watchable,
      };
    },
  });

  router.patch('/operator/alerts/rules/:rule', {
    auth: 'operator',
    operationId: 'changeAlertRule',
    summary: 'Update an alert rule',
    description:
      'Changes its thresholds, or enables or disables it. When you disable a rule, its active alert is resolved at the next check.',
    params: RulePath,
    body: RuleBody,
    response: { 200: RuleAnswer },
    errors: ['not_found'],
    async handler({ params: { rule: id }, body: { enabled, ...bounds }, person }) {
      const changes = { ...bounds, ...(enabled === undefined ? {} : { is_enabled: enabled }) };
      await changeRule(needs, person.email, id, changes);
      return readRule(id);
    },
  });

  router.post('/operator/alerts/rules', {
    auth: 'operator',
    operationId: 'addAlertRule',
    summary: 'Add an alert rule',
    description: 'Watches one more metric.',
    body: NewRuleBody,
    response: { 201: RuleAnswer },
    errors: ['already_exists'],
    async handler({ body, person: { email: operator } }) {
      const { enabled, ...given } = body;
      const rule = { ...given, is_enabled: enabled };
      if (!areBoundsValid(rule)) throw badBounds();
      await inTransaction(db, async (tx) => {
        if (!(await insertRule(tx, rule, { operator, now: clock.now() }))) throw alreadyExists(rule.id);
        await record(tx, { operator, name: 'alert.added', subjectId: rule.id, after: { ...given, enabled } });
      });
      return readRule(rule.id);
    },
  });
}

function removeRuleRoute(router: Router, { database: { db }, record }: AlertRouteNeeds): void {
  router.delete('/operator/alerts/rules/:rule', {
    auth: 'operator',
    operationId: 'removeAlertRule',
    summary: 'Remove an alert rule',
    description: 'If the rule has an active alert, disable it first.',
    params: RulePath,
    response: { 204: noContent('Removed.') },
    errors: ['not_found', 'already_exists'],
    async handler({ params: { rule: id }, person: { email: operator } }) {
      await inTransaction(db, async (tx) => {
        const rule = await lockRule(tx, id);
        if (!rule) throw notFound();
        if (await findOpenAlert(tx, id))
          throw alreadyExists(
            id,
            'This rule has an active alert. Turn off the rule and wait until the alert resolves.',
          );
        await deleteRule(tx, id);
        await record(tx, { operator, name: 'alert.removed', subjectId: id, before: auditedRule(rule) });
      });
    },
  });
}

const badTarget = (msg: string) => new Invalid([{ loc: ['body', 'target'], msg, type: 'value_error' }]);
const addressPattern = /^[^\s@<>,;]+@[^\s@<>,;.]+(?:\.[^\s@<>,;.]+)+$/;

function channelRoutes(router: Router, { database: { db }, clock, record, outgoing, secret }: AlertRouteNeeds): void {
  router.post('/operator/alerts/channels', {
    auth: 'operator',
    operationId: 'addAlertChannel',
    summary: 'Add an alert channel',
    description:
      'Operators are always emailed. A webhook gets `alert.fired` and `alert.resolved`, signed as Standard Webhooks with the secret in this response, and is retried for about a day.',
    body: ChannelBody,
    response: { 201: ChannelAnswer },
    async handler({ body: { kind, target }, person: { email: operator } }) {
      if (kind === 'mail' && !addressPattern.test(target)) throw badTarget('Enter one email address');
      if (kind === 'webhook') {
        const check = await outgoing.checkUrl(target);
        if (!check.ok) throw badTarget(check.reason);
      }
      const row = { id: newId(), kind, target, created_at: clock.now(), created_by: operator };
      await inTransaction(db, async (tx) => {
        await insertChannel(tx, row);
        await record(tx, { operator, name: 'alert_channel.added', subjectId: row.id, after: { kind, target } });
      });
      const signedWith = kind === 'webhook' ? await channelSecret(secret, row.id) : null;
      return presentAs(ChannelAnswer, { ...row, secret: signedWith });
    },
  });

  router.delete('/operator/alerts/channels/:channel_id', {
    auth: 'operator',
    operationId: 'removeAlertChannel',
    summary: 'Remove an alert channel',
    description: 'Alerts are no longer sent to it.',
    response: { 204: noContent('Removed.') },
    async handler({ params, person: { email: operator } }) {
      const id = params.channel_id.toLowerCase();
      await inTransaction(db, async (tx) => {
        if (!(await deleteChannel(tx, id))) throw notFound();
        await record(tx, { operator, name: 'alert_channel.removed', subjectId: id });
      });
    },
  });
}
