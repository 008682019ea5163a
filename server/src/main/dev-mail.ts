import type { FastifyReply, FastifyRequest } from 'fastify';
import { formatMoment } from '../kit/clock.ts';
import { notFound } from '../kit/failure.ts';
import { fieldsOf, textOf } from '../kit/fields.ts';
import type { Config } from '../platform/config.ts';
import {
  type App,
  cookieValue,
  type Html,
  html,
  isFromThisMachine,
  isOnlyForThisMachine,
  sendPage,
} from '../platform/http/index.ts';
import type { Mailer, StoredMail } from '../platform/mailer/index.ts';
import { createLocalAccess, type LocalAccess } from '../platform/secrets/index.ts';

interface Needs {
  config: Pick<Config, 'smtpUrl' | 'publicUrl' | 'dataDir'>;
  mailer: Mailer;
}

const listedMax = 100;
const cookieName = 'errand_local';

/** Whether mail is stored locally, to be read in a browser on this machine. */
export const hasLocalMailbox = ({ smtpUrl, publicUrl }: Pick<Config, 'smtpUrl' | 'publicUrl'>): boolean =>
  smtpUrl === null && isOnlyForThisMachine(publicUrl);

/** The links that `npm start` prints. They contain this installation's secret. */
export function localLinks({ publicUrl, dataDir }: Pick<Config, 'publicUrl' | 'dataDir'>) {
  const { token } = createLocalAccess(dataDir);
  return { dashboard: `${publicUrl}/dev/open?token=${token}`, mailbox: `${publicUrl}/dev/mail?token=${token}` };
}

/**
 * The mailbox of a service without a mail server. It contains sign-in links, so it requires the secret that `npm start`
 * prints.
 */
export function devMailRoutes(app: App, { config, mailer }: Needs): void {
  if (!hasLocalMailbox(config)) return;
  const access = createLocalAccess(config.dataDir);
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isFromThisMachine(request)) throw notFound();
    if (!isAdmitted(access, request)) return refuse(reply);
  };
  const route = { onRequest, schema: { hide: true } };

  app.get('/dev/open', route, async (request, reply) => admit(request, reply, '/app'));

  app.get('/dev/mail', route, async (request, reply) => {
    if (tokenOf(request) !== null) return admit(request, reply, '/dev/mail');
    return sendPage(reply, {
      title: 'Mailbox · Errand',
      description: 'Email that would have been sent.',
      body: frame('Mailbox', listOf(await mailer.listStored(listedMax))),
    });
  });

  app.get<{ Params: { id: string } }>('/dev/mail/:id', route, async (request, reply) => {
    const mail = await mailer.readStored(request.params.id);
    if (!mail) throw notFound();
    return sendPage(reply, {
      title: `${mail.subject} · Errand`,
      description: 'Email that would have been sent.',
      body: frame(mail.subject, contentOf(mail)),
    });
  });
}

const tokenOf = ({ query }: FastifyRequest): string | null => textOf(fieldsOf(query).token) ?? null;

/** A wrong token in the URL is refused even if the browser has the cookie. */
function isAdmitted({ isToken }: LocalAccess, request: FastifyRequest): boolean {
  return isToken(tokenOf(request) ?? cookieValue(request.headers.cookie ?? '', cookieName) ?? '');
}

/** Stores the token in a cookie and redirects to a URL without it, to keep it out of the browser's history. */
function admit(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  const token = tokenOf(request);
  if (token !== null) {
    reply.header('set-cookie', `${cookieName}=${token}; Path=/dev; Max-Age=31536000; HttpOnly; SameSite=Strict`);
  }
  return reply.header('cache-control', 'no-store').redirect(path, 303);
}

function refuse(reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(403), {
    title: 'Mailbox · Errand',
    description: 'Open this page with the link that Errand printed at startup.',
    body: frame(
      'Open the link from your terminal',
      html`<p>Open this page with the link that Errand printed at startup. Look for <strong>Local mailbox</strong> in the
terminal, or run <code>npm run admin -- mail list</code> on the machine running Errand.</p>`,
    ),
  });
}

const frame = (heading: string, content: Html): Html =>
  html`<main id="main"><section class="card"><h1>${heading}</h1>${content}</section></main>`;

const moment = (sentAt: string): Html => html`<time datetime="${sentAt}">${formatMoment(new Date(sentAt))}</time>`;

function listOf(mails: StoredMail[]): Html {
  const about = html`<p class="quiet">SMTP_URL is not set, so email stays on this machine.</p>`;
  if (mails.length === 0) {
    return html`${about}<p>No email yet. Request a <a href="/sign-in">sign-in link</a> to see it here.</p>`;
  }
  return html`${about}<div class="scroll"><table>
<thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Sent</th></tr></thead>
<tbody>${mails.map(
    (mail) => html`<tr><td><a href="/dev/mail/${mail.id}">${mail.subject}</a></td><td class="break">${mail.to}</td>
<td>${moment(mail.sentAt)}</td></tr>`,
  )}</tbody></table></div>`;
}

function contentOf(mail: StoredMail): Html {
  return html`<dl class="facts"><dt>From</dt><dd>${mail.from}</dd><dt>To</dt><dd>${mail.to}</dd>
<dt>Sent</dt><dd>${moment(mail.sentAt)}</dd></dl>
${mail.text.split(/\n{2,}/).map((paragraph) => html`<p class="break">${withLinks(paragraph)}</p>`)}
<p><a href="/dev/mail">All email</a></p>`;
}

/** Turns URLs into links and keeps everything else as text. */
function withLinks(text: string): (Html | string)[] {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : part));
}
