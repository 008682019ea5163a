import { Type } from 'typebox';
import { Invalid, notFound } from '../../../../kit/failure.ts';
import { newId } from '../../../../kit/ids.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import type { App } from '../../../../platform/http/index.ts';
import type { Outgoing } from '../../../../platform/outgoing/index.ts';
import { errors, everyBody, everyRoute, validationError } from '../../../../wire/index.ts';
import { type Guard, personOf } from '../../../access/accounts/index.ts';
import { badBounds, type ChangeNeeds, changeRule, ruleShown } from './change-rule.ts';
import { alreadyThere } from './failures.ts';
import { boundsFit, isReading, type RuleRow, readings } from './model.ts';
import { channelSecret, presentAlert } from './notify.ts';
import {
  AlertsView,
  ChannelAnswer,
  ChannelBody,
  ChannelPath,
  NewRuleBody,
  RuleAnswer,
  RuleBody,
  RulePath,
} from './schema.ts';
import {
  type ChannelRow,
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

export interface AlertRouteNeeds extends ChangeNeeds {
  guard: Guard;
  outgoing: Pick<Outgoing, 'checkUrl'>;
  secret(): Promise<Buffer>;
}

const shared = { tags: ['Operator'], security: [{ session: [] }] };
const everyWrite = [...everyRoute, ...everyBody] as const;
const alertsShown = 100;
const gone = (description: string) => Type.Null({ description });

const presentRule = (rule: RuleRow, isFiring: boolean) => ({
  id: rule.id,
  title: rule.title,
  reading: rule.reading,
  reading_label: isReading(rule.reading) ? readings[rule.reading].label : rule.reading,
  unit: isReading(rule.reading) ? readings[rule.reading].unit : 'count',
  fires_when: rule.fires_when,
  ...ruleShown(rule),
  is_firing: isFiring,
  updated_at: rule.updated_at.toISOString(),
  updated_by: rule.updated_by,
});

const presentChannel = ({ id, kind, target, created_at: at, created_by: by }: ChannelRow) => ({
  id,
  kind,
  target,
  created_at: at.toISOString(),
  created_by: by,
});

/** What operators are called for, who is told, and what fires. */
export function alertRoutes(app: App, needs: AlertRouteNeeds): void {
  readRoute(app, needs);
  changeRoute(app, needs);
  ruleRoutes(app, needs);
  channelRoutes(app, needs);
}

function readRoute(app: App, { database: { db }, guard }: AlertRouteNeeds): void {
  app.get(
    '/operator/alerts',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'listAlerts',
        summary: 'What is watched, what fires, and who is told',
        response: { 200: AlertsView, ...errors(...everyRoute) },
      },
    },
    async () => {
      const [rules, alerts, channels] = await Promise.all([
        listRules(db),
        listAlerts(db, alertsShown),
        listChannels(db),
      ]);
      const firing = new Set(alerts.filter((alert) => alert.resolved_at === null).map((alert) => alert.rule_id));
      return {
        rules: rules.map((rule) => presentRule(rule, firing.has(rule.id))),
        alerts: alerts.map(presentAlert),
        channels: channels.map(presentChannel),
        readings: Object.entries(readings).map(([name, { label, unit }]) => ({ name, label, unit })),
      };
    },
  );
}

function changeRoute(app: App, needs: AlertRouteNeeds): void {
  app.patch(
    '/operator/alerts/rules/:rule',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'changeAlertRule',
        summary: 'Change the bounds of a rule, or switch it off or on',
        description: 'A rule that is switched off while it fires is well again at the next look.',
        params: RulePath,
        body: RuleBody,
        response: { 200: RuleAnswer, 422: validationError, ...errors(...everyWrite, 'not_found') },
      },
    },
    async (request) => {
      const { enabled, ...bounds } = request.body;
      const { rule: id } = request.params;
      const changes = { ...bounds, ...(enabled === undefined ? {} : { is_enabled: enabled }) };
      await changeRule(needs, personOf(request).email, id, changes);
      return ruleAnswer(needs, id);
    },
  );
}

async function ruleAnswer({ database: { db } }: AlertRouteNeeds, id: string) {
  const rule = (await listRules(db)).find((one) => one.id === id);
  if (!rule) throw notFound();
  return presentRule(rule, (await findOpenAlert(db, id)) !== null);
}

function ruleRoutes(app: App, needs: AlertRouteNeeds): void {
  const { database, clock, guard, record } = needs;
  app.post(
    '/operator/alerts/rules',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'addAlertRule',
        summary: 'Watch one more reading',
        body: NewRuleBody,
        response: { 201: RuleAnswer, 422: validationError, ...errors(...everyWrite, 'already_exists') },
      },
    },
    async (request, reply) => {
      const { enabled: isEnabled, ...given } = request.body;
      const rule = { ...given, is_enabled: isEnabled };
      if (!boundsFit(rule)) throw badBounds();
      const operator = personOf(request).email;
      await inTransaction(database.db, async (tx) => {
        if (!(await insertRule(tx, rule, { operator, now: clock.now() }))) throw alreadyThere(rule.id);
        await record(tx, {
          operator,
          name: 'alert.added',
          subjectId: rule.id,
          after: { ...given, enabled: isEnabled },
        });
      });
      return reply.code(201).send(await ruleAnswer(needs, rule.id));
    },
  );

  app.delete(
    '/operator/alerts/rules/:rule',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'removeAlertRule',
        summary: 'Stop watching; one that fires has to be switched off first',
        params: RulePath,
        response: {
          204: gone('Removed.'),
          422: validationError,
          ...errors(...everyRoute, 'not_found', 'already_exists'),
        },
      },
    },
    async (request, reply) => {
      const { rule: id } = request.params;
      await inTransaction(database.db, async (tx) => {
        const rule = await lockRule(tx, id);
        if (!rule) throw notFound();
        if (await findOpenAlert(tx, id))
          throw alreadyThere(id, 'It fires: switch it off and wait until it is well again.');
        await deleteRule(tx, id);
        await record(tx, {
          operator: personOf(request).email,
          name: 'alert.removed',
          subjectId: id,
          before: ruleShown(rule),
        });
      });
      return reply.code(204).send(null);
    },
  );
}

const badTarget = (msg: string) => new Invalid([{ loc: ['body', 'target'], msg, type: 'value_error' }]);
const addressPattern = /^[^\s@<>,;]+@[^\s@<>,;.]+(?:\.[^\s@<>,;.]+)+$/;

function channelRoutes(app: App, { database: { db }, clock, guard, record, outgoing, secret }: AlertRouteNeeds): void {
  app.post(
    '/operator/alerts/channels',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'addAlertChannel',
        summary: 'Tell one more address or webhook',
        description:
          'Operators are mailed in any case. A webhook gets alert.fired and alert.resolved, signed as Standard Webhooks with the ' +
          'secret of this answer, and is tried again for about a day.',
        body: ChannelBody,
        response: { 201: ChannelAnswer, 422: validationError, ...errors(...everyWrite) },
      },
    },
    async (request, reply) => {
      const { kind, target } = request.body;
      if (kind === 'mail' && !addressPattern.test(target)) throw badTarget('Write one mail address');
      if (kind === 'webhook') {
        const check = await outgoing.checkUrl(target);
        if (!check.ok) throw badTarget(check.reason);
      }
      const operator = personOf(request).email;
      const row: ChannelRow = { id: newId(), kind, target, created_at: clock.now(), created_by: operator };
      await inTransaction(db, async (tx) => {
        await insertChannel(tx, row);
        await record(tx, { operator, name: 'alert_channel.added', subjectId: row.id, after: { kind, target } });
      });
      const signedWith = kind === 'webhook' ? await channelSecret(secret, row.id) : null;
      return reply.code(201).send({ ...presentChannel(row), secret: signedWith });
    },
  );

  app.delete(
    '/operator/alerts/channels/:channel_id',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'removeAlertChannel',
        summary: 'Tell it no more',
        params: ChannelPath,
        response: { 204: gone('Removed.'), 422: validationError, ...errors(...everyRoute, 'not_found') },
      },
    },
    async (request, reply) => {
      const id = request.params.channel_id.toLowerCase();
      await inTransaction(db, async (tx) => {
        if (!(await deleteChannel(tx, id))) throw notFound();
        await record(tx, { operator: personOf(request).email, name: 'alert_channel.removed', subjectId: id });
      });
      return reply.code(204).send(null);
    },
  );
}
