import { writeFile } from 'node:fs/promises';
import { argument, type Command, exitCodes } from '../command.ts';

export const bulkResults: Command = {
  name: 'bulk results',
  usage: '<batch id>',
  summary: 'Download the results of a batch',
  argumentsMax: 1,
  options: { output: { type: 'string', short: 'o', help: 'Output file' } },
  async run(context) {
    const text = await context.client.getBulkOrderResults({ batch_id: argument(context, 0, 'batch') });
    const { output } = context.options;
    if (typeof output === 'string') {
      // The byte order mark tells Excel that this is UTF-8.
      await writeFile(output, `\ufeff${text}`);
      context.err(`Written to ${output}.\n`);
    } else {
      context.out(text);
    }
    return exitCodes.fine;
  },
};
