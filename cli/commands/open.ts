import { spawn } from 'node:child_process';
import { type Command, type Context, exitCodes, show } from '../command.ts';

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens a page in the browser. The address is printed too, for machines without one. */
export function openPage({ isTerminal }: Context, address: string): void {
  if (!isTerminal) return;
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  spawn(program, [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

export const open: Command = {
  name: 'open',
  usage: '[path]',
  summary: 'Open the dashboard or docs in your browser',
  isKeyless: true,
  async run(context) {
    const address = new URL(context.arguments[0] ?? '', `${context.baseUrl.replace(/(?<!\/)\/+$/, '')}/`).href;
    show(context, { url: address }, () => `${address}\n`);
    openPage(context, address);
    return exitCodes.fine;
  },
};
