import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, type GetBulkOrderOutput, type ValidateBulkOrderOutput } from '../../sdk/src/index.ts';
import { argument, type Command, type Context, exitCodes, show } from '../command.ts';
import { count, plain, table } from '../format.ts';
import { type LoadedFile, loadFile } from '../load-file.ts';
import { createProgress } from '../progress.ts';
import { isPlaceable, showValidation } from '../show-validation.ts';

const rowsShown = 50;

export const bulkCommands: Command[] = [
  {
    name: 'bulk template',
    summary: 'Download a CSV template',
    isKeyless: true,
    async run(context) {
      context.out(await context.client.getBulkOrderTemplate());
      return exitCodes.fine;
    },
  },
  {
    name: 'bulk validate',
    usage: '<file.csv>',
    summary: 'Check a file without ordering',
    async run(context) {
      const file = await loadFile(context);
      const result = await context.client.validateBulkOrder({ body: { filename: file.name, rows: file.rows } });
      show(context, result, () => showValidation(result, file.lineNumbers));
      return isPlaceable(result) ? exitCodes.fine : exitCodes.refused;
    },
  },
  {
    name: 'bulk place',
    usage: '<file.csv>',
    summary: 'Place an order for every row in a file',
    options: {
      notify: { type: 'boolean', help: 'Email me when all orders are complete' },
      again: { type: 'boolean', help: 'Place this file even if the same one was placed before' },
      'no-wait': { type: 'boolean', help: 'Do not wait for the orders to finish' },
    },
    async run(context) {
      const file = await loadFile(context);
      const batch = await place(context, file);
      if (batch === null) return exitCodes.refused;
      context.err(`Batch ${batch.id}: ${count(batch.row_count, 'row')} accepted.\n`);
      if (context.options['no-wait']) {
        show(context, batch, () => `${batch.id}\n`);
        return exitCodes.fine;
      }
      return report(context, await untilOver(context, batch), file.lineNumbers);
    },
  },
  {
    name: 'bulk results',
    usage: '<batch id>',
    summary: 'Download the results of a batch',
    options: { output: { type: 'string', short: 'o', help: 'Output file' } },
    async run(context) {
      const text = await context.client.getBulkOrderResults({ batch_id: argument(context, 0, 'batch ID') });
      const { output } = context.options;
      if (typeof output === 'string') {
        // The byte order mark tells Excel that this is UTF-8.
        await writeFile(output, `\ufeff${text}`);
        context.err(`Saved to ${output}.\n`);
      } else {
        context.out(text);
      }
      return exitCodes.fine;
    },
  },
];

/** Returns null and prints the reasons if the batch cannot be placed. */
async function place(context: Context, file: LoadedFile): Promise<GetBulkOrderOutput | null> {
  const notify = context.options.notify === true;
  const body = { filename: file.name, rows: file.rows, notify_on_complete: notify };
  const idempotencyKey = context.options.again ? randomUUID() : keyOf(file, notify);
  try {
    return await context.client.placeBulkOrder({ body }, { idempotencyKey });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'batch_not_placeable') throw error;
    context.out(showValidation(error.details as unknown as ValidateBulkOrderOutput, file.lineNumbers));
    context.err('Nothing was ordered.\n');
    return null;
  }
}

/** Derived from the file, so placing the same file twice by accident is one batch. */
function keyOf(file: LoadedFile, notify: boolean): string {
  const hash = createHash('sha256').update(file.bytes).update(`\0${file.name}\0${notify}`);
  return `errand-${hash.digest('hex').slice(0, 40)}`;
}

async function untilOver(context: Context, placed: GetBulkOrderOutput): Promise<GetBulkOrderOutput> {
  const progress = createProgress(context, placed.row_count);
  // A large batch is a long response, so poll it less often.
  const restMs = Math.max(500, placed.row_count / 2);
  for (;;) {
    const batch = await context.client.getBulkOrder({ batch_id: placed.id });
    const over = batch.rows.filter((row) => row.status !== 'pending').length;
    progress.show(over);
    // The rows of a response can be newer than its counts and its status.
    if (batch.status === 'completed' || batch.status === 'failed') {
      progress.end();
      return batch;
    }
    await pause(restMs);
  }
}

function report(context: Context, batch: GetBulkOrderOutput, lineNumbers: number[]): number {
  const notPlaced = batch.rows.filter((row) => row.status !== 'placed');
  if (context.options.json) {
    context.out(`${JSON.stringify(batch, null, 2)}\n`);
    return notPlaced.length === 0 ? exitCodes.fine : exitCodes.refused;
  }
  const cancelled = notPlaced.length - batch.failed_count;
  context.out(`${batch.placed_count} placed, ${batch.failed_count} failed, ${cancelled} canceled.\n`);
  if (notPlaced.length === 0) return exitCodes.fine;
  const rows = notPlaced
    .slice(0, rowsShown)
    .map((row) => [
      [String(lineNumbers[row.index] ?? row.index + 2)],
      [row.status],
      [plain(row.recipient)],
      [plain(row.error ?? '')],
    ]);
  context.out(`\n${table(['Line', 'Status', 'Recipient', 'Reason'], rows)}`);
  context.out(`\nAll results: errand bulk results ${batch.id} -o results.csv\n`);
  return exitCodes.refused;
}
