import { type Command, exitCodes } from '../command.ts';
import { loadFile } from '../load-file.ts';
import { isPlaceable, showValidation } from '../show-validation.ts';

export const bulkValidate: Command = {
  name: 'bulk validate',
  usage: '<file.csv>',
  summary: 'Check a file of orders; nothing is ordered',
  argumentsMost: 1,
  options: { json: { type: 'boolean', help: 'Write the whole result as JSON' } },
  async run(context) {
    const file = await loadFile(context);
    const result = await context.client.validateBulkOrder({ body: { filename: file.name, rows: file.rows } });
    context.out(context.options.json ? `${JSON.stringify(result, null, 2)}\n` : showValidation(result, file.lines));
    return isPlaceable(result) ? exitCodes.fine : exitCodes.refused;
  },
};
