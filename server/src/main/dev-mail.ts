import { notFound } from '../kit/failure.ts';
import type { Config } from '../platform/config.ts';
import {
  type App,
  type Html,
  html,
  isFromThisMachine,
  isOnlyForThisMachine,
  sendPage,
} from '../platform/http/index.ts';
import type { KeptMail, Mailer } from '../platform/mailer/index.ts';

interface Needs {
  config: Pick<Config, 'smtpUrl' | 'publicUrl'>;
  mailer: Mailer;
}

const listedMost = 100;

/** The mail that a service without a mail server has kept, for the person at the machine. Mail holds sign-in links. */
export function devMailRoutes(app: App, { config, mailer }: Needs): void {
  if (config.smtpUrl !== null || !isOnlyForThisMachine(config.publicUrl)) return;
  const route = {
    onRequest: async (request: Parameters<typeof isFromThisMachine>[0]) => {
      if (!isFromThisMachine(request)) throw notFound();
    },
    schema: { hide: true },
  };

  app.get('/dev/mail', route, async (_request, reply) =>
    sendPage(reply, {
      title: 'Mailbox · Errand',
      description: 'Mail that would have gone out.',
      body: frame('Mailbox', listOf(await mailer.listKept(listedMost))),
    }),
  );

  app.get<{ Params: { id: string } }>('/dev/mail/:id', route, async (request, reply) => {
    const mail = await mailer.readKept(request.params.id);
    if (!mail) throw notFound();
    return sendPage(reply, {
      title: `${mail.subject} · Errand`,
      description: 'A mail that would have gone out.',
      body: frame(mail.subject, contentOf(mail)),
    });
  });
}

const frame = (heading: string, content: Html): Html =>
  html`<main id="main"><section class="card"><h1>${heading}</h1>${content}</section></main>`;

const moment = (sentAt: string): Html =>
  html`<time datetime="${sentAt}">${sentAt.slice(0, 19).replace('T', ' ')} UTC</time>`;

function listOf(mails: KeptMail[]): Html {
  const about = html`<p class="quiet">SMTP_URL is not set, so mail stays here. Only this machine can read it.</p>`;
  if (mails.length === 0) {
    return html`${about}<p>There is no mail yet. Ask for a <a href="/sign-in">sign-in link</a>, and it appears here.</p>`;
  }
  return html`${about}<div class="scroll"><table>
<thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Sent</th></tr></thead>
<tbody>${mails.map(
    (mail) => html`<tr><td><a href="/dev/mail/${mail.id}">${mail.subject}</a></td><td class="break">${mail.to}</td>
<td>${moment(mail.sentAt)}</td></tr>`,
  )}</tbody></table></div>`;
}

function contentOf(mail: KeptMail): Html {
  return html`<dl class="facts"><dt>From</dt><dd>${mail.from}</dd><dt>To</dt><dd>${mail.to}</dd>
<dt>Sent</dt><dd>${moment(mail.sentAt)}</dd></dl>
${mail.text.split(/\n{2,}/).map((paragraph) => html`<p class="break">${withLinks(paragraph)}</p>`)}
<p><a href="/dev/mail">All mail</a></p>`;
}

/** Web addresses become links; everything else is text, and stays so. */
function withLinks(text: string): (Html | string)[] {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : part));
}
