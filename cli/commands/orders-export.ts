import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { errorOf } from '../../sdk/src/errors.ts';
import { type Command, exitCodes, text, UsageError } from '../command.ts';
import { request } from '../request.ts';

const filters = ['status', 'search', 'retailer', 'created-after', 'created-before'] as const;

export const ordersExport: Command = {
  name: 'orders export',
  usage: '',
  summary: 'Export your orders as CSV',
  argumentsMax: 0,
  options: {
    output: { type: 'string', short: 'o', help: 'Output file' },
    status: { type: 'string', help: 'Only in this status' },
    search: { type: 'string', help: 'Only with this id, recipient, title or number' },
    retailer: { type: 'string', help: 'Only at this retailer' },
    'created-after': { type: 'string', help: 'Only from this time, such as 2026-08-21T00:00:00Z' },
    'created-before': { type: 'string', help: 'Only before this time' },
  },
  async run(context) {
    if (context.options.json) throw new UsageError('Exports are CSV. For JSON, use errand orders list --json.');
    const query = new URLSearchParams();
    for (const name of filters) {
      const value = text(context, name);
      if (value !== undefined) query.set(name === 'status' ? 'status_filter' : name.replace('-', '_'), value);
    }
    const answer = await request(context, `/orders/export?${query}`);
    if (!answer.ok) throw await errorOf(answer);
    const body = Readable.fromWeb((answer.body ?? new Blob([]).stream()) as ReadableStream);
    const output = text(context, 'output');
    if (output === undefined) {
      body.setEncoding('utf8');
      for await (const part of body) context.out(String(part));
    } else {
      await pipeline(body, createWriteStream(output));
      context.err(`Written to ${output}.\n`);
    }
    return exitCodes.fine;
  },
};
