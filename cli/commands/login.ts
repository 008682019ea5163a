import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../sdk/src/index.ts';
import { type Command, type Context, exitCodes, show, text } from '../command.ts';
import { createKeyFile } from '../key-file.ts';
import { request } from '../request.ts';
import { openPage } from './open.ts';

interface Code {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
}

interface Granted {
  key: string;
  name: string;
  is_test: boolean;
}

interface Refusal {
  error?: string | { code?: string; message?: string };
}

export const login: Command = {
  name: 'login',
  summary: 'Sign in: approve a key for this machine in the browser',
  isKeyless: true,
  options: {
    name: { type: 'string', help: "Name for the key (default: this machine's name)" },
    scopes: { type: 'string', help: 'Scopes for the key: read,order,manage,policies (default: read,order)' },
  },
  async run(context) {
    const name = text(context, 'name') ?? `errand on ${hostname()}`.slice(0, 100);
    const scopes = text(context, 'scopes')?.split(',');
    const code = await ask<Code>(context, '/device/code', { name, ...(scopes ? { scopes } : {}) });
    if ('refused' in code) throw failed(code);
    const { user_code: shown, verification_uri_complete: address } = code.given;
    context.err(`Open ${address}\nand approve the code ${shown}.\n`);
    openPage(context, address);
    const granted = await untilGranted(context, code.given);
    const kept = createKeyFile(context);
    await kept.keep(context.baseUrl, granted.key);
    const about = { name: granted.name, is_test: granted.is_test, kept_in: kept.file };
    show(context, about, () => `Signed in: a ${about.is_test ? 'test' : 'live'} key is saved in ${kept.file}.\n`);
    return exitCodes.fine;
  },
};

type Asked<Given> = { given: Given } | { refused: string; message: string; status: number };

async function ask<Given>(context: Context, path: string, body: object): Promise<Asked<Given>> {
  const answer = await request(context, path, { method: 'POST', body });
  const given = (await answer.json().catch(() => ({}))) as Given & Refusal;
  if (answer.ok) return { given };
  const { error } = given;
  const code = typeof error === 'string' ? error : (error?.code ?? 'internal_error');
  const message = typeof error === 'object' ? error.message : undefined;
  return { refused: code, message: message ?? `The service returned ${answer.status}.`, status: answer.status };
}

const failed = ({ refused, message, status }: { refused: string; message: string; status: number }): ApiError =>
  new ApiError(message, { status, code: refused, details: {}, requestId: null, retryAfterSeconds: null });

async function untilGranted(context: Context, code: Code): Promise<Granted> {
  let seconds = code.interval;
  for (;;) {
    const asked = await ask<Granted>(context, '/device/token', { device_code: code.device_code });
    if ('given' in asked) return asked.given;
    if (asked.refused === 'slow_down') seconds += 5;
    else if (asked.refused !== 'authorization_pending') throw failed(asked);
    await pause(seconds * 1000);
  }
}
