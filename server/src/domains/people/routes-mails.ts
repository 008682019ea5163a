import { type Static, Type } from 'typebox';
import { isUuid } from '../../kit/ids.ts';
import type { Db } from '../../platform/database/index.ts';
import { type App, closed, html, type PageParts, sendPage, withExample } from '../../platform/http/index.ts';
import { createRouter, type Guard, type MailKind, mailKinds } from '../access/accounts/index.ts';
import { findMailPreferences, stopMails, writeMailPreferences } from './sql-team.ts';

const flagField = (description: string) => Type.Boolean({ description });
const Preferences = closed(
  {
    approvals: flagField('An order is waiting for your approval or input.'),
    failed_orders: flagField(
      'An order failed. Several failures are grouped into one email. Failures in a batch are reported with the batch.',
    ),
    // Older clients do not send it.
    late_orders: Type.Optional(
      flagField('An order is late. Late orders found within 15 minutes are grouped into one email. Default true.'),
    ),
    failing_webhooks: Type.Optional(
      flagField(
        'A webhook endpoint has been failing for an hour, was disabled, or has recovered. Owners only. Default true.',
      ),
    ),
    case_answers: flagField('Support replied to a case.'),
    batches: flagField('A bulk order placed with notify_on_complete is complete.'),
    spend_alerts: flagField('Spending reached 50%, 80% or 100% of a limit. Owners only.'),
    low_wallet: flagField('The wallet balance fell below low_wallet_cents. Owners only.'),
    low_wallet_cents: Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description: 'Balance below which the email is sent, in cents. 0: never.',
    }),
  },
  { title: 'MailPreferences', description: 'What Errand emails you about.' },
);
const example: Static<typeof Preferences> = {
  approvals: true,
  failed_orders: true,
  late_orders: true,
  failing_webhooks: true,
  case_answers: true,
  batches: true,
  spend_alerts: true,
  low_wallet: true,
  low_wallet_cents: 5000,
};
const View = withExample(Preferences, example);

interface Needs {
  db: Db;
  guard: Guard;
}

async function preferencesOf(db: Db, personId: string): Promise<Static<typeof Preferences>> {
  const { mails_off: off, low_wallet_cents } = await findMailPreferences(db, personId);
  const isOn = (kind: MailKind) => !off.includes(kind);
  return {
    approvals: isOn('approvals'),
    failed_orders: isOn('failed_orders'),
    late_orders: isOn('late_orders'),
    failing_webhooks: isOn('failing_webhooks'),
    case_answers: isOn('case_answers'),
    batches: isOn('batches'),
    spend_alerts: isOn('spend_alerts'),
    low_wallet: isOn('low_wallet'),
    low_wallet_cents,
  };
}

/** Email preferences. */
export function mailRoutes(app: App, { db, guard }: Needs): void {
  const router = createRouter(app, guard, 'Account');
  router.get('/me/mails', {
    auth: 'person',
    operationId: 'getMailPreferences',
    summary: 'Get your email preferences',
    description: 'They apply to every account you belong to. Sign-in links and invitations are always emailed.',
    response: { 200: View },
    handler: ({ person }) => preferencesOf(db, person.id),
  });

  router.put('/me/mails', {
    auth: 'person',
    operationId: 'putMailPreferences',
    summary: 'Set your email preferences',
    description: 'Replaces all preferences. They apply to every account you belong to.',
    body: View,
    response: { 200: View },
    async handler({ person, body }) {
      const { low_wallet_cents, ...wanted } = body;
      const mails_off = mailKinds.filter((kind) => wanted[kind] === false);
      await writeMailPreferences(db, person.id, { mails_off, low_wallet_cents });
      return preferencesOf(db, person.id);
    },
  });
  stopRoutes(app, db, guard);
}

const stopPath = '/mails/stop';
const kindLabels: Record<MailKind, string> = {
  approvals: 'orders that need your action',
  failed_orders: 'failed orders',
  late_orders: 'late orders',
  failing_webhooks: 'failing webhook endpoints',
  case_answers: 'support replies',
  batches: 'finished bulk orders',
  spend_alerts: 'spending limits',
  low_wallet: 'a low wallet balance',
};

const StopQuery = Type.Object({
  token: Type.Optional(Type.String({ maxLength: 100 })),
  kind: Type.Optional(Type.String({ maxLength: 100 })),
});

interface StopRequest {
  token: string;
  kind: MailKind;
}

/** What the link names, if it could be valid. */
function requestFrom({ token = '', kind }: Static<typeof StopQuery>): StopRequest | null {
  const known = mailKinds.find((each) => each === kind);
  return isUuid(token) && known ? { token, kind: known } : null;
}

/** Unsubscribe link in emails, without sign-in. GET changes nothing: mail scanners open every link. */
function stopRoutes(app: App, db: Db, guard: Guard): void {
  app.get(stopPath, { onRequest: guard.anyone, schema: { hide: true, querystring: StopQuery } }, (request, reply) => {
    const wanted = requestFrom(request.query);
    // Under no-referrer the form would be sent with `Origin: null`.
    reply.header('referrer-policy', 'strict-origin').header('cache-control', 'no-store');
    return wanted ? sendPage(reply, confirmPage(wanted)) : sendPage(reply.code(404), invalidLinkPage);
  });

  // A one-click unsubscribe has no origin or session: the token is the only proof.
  app.post(
    stopPath,
    {
      onRequest: guard.anyone,
      config: { takesForm: true, forgets: true },
      schema: { hide: true, querystring: StopQuery },
    },
    async (request, reply) => {
      const wanted = requestFrom(request.query);
      const isStopped = wanted !== null && (await stopMails(db, wanted.token, wanted.kind));
      return isStopped ? sendPage(reply, donePage(wanted)) : sendPage(reply.code(404), invalidLinkPage);
    },
  );
}

const confirmPage = ({ token, kind }: StopRequest): PageParts => ({
  title: 'Unsubscribe · Errand',
  description: 'Confirm that you want no more emails of this kind.',
  body: html`<main id="main"><section class="card"><h1>Unsubscribe from emails about ${kindLabels[kind]}?</h1>
<p class="lead">You can turn them on again in your settings.</p>
<form method="post" action="${`${stopPath}?token=${token}&kind=${kind}`}"><p><button>Unsubscribe</button></p></form></section></main>`,
});

const donePage = ({ kind }: StopRequest): PageParts => ({
  title: 'Unsubscribed · Errand',
  description: 'Emails of this kind are turned off.',
  body: html`<main id="main"><section class="card"><h1>You'll no longer receive emails about ${kindLabels[kind]}</h1>
<p class="lead">Turn them on again in <a href="/app/settings">your settings</a>.</p></section></main>`,
});

const invalidLinkPage: PageParts = {
  title: 'Link not valid · Errand',
  description: 'This link is not valid.',
  body: html`<main id="main"><section class="card"><h1>This link is not valid</h1>
<p class="lead">Manage your emails in <a href="/app/settings">your settings</a>.</p></section></main>`,
};
