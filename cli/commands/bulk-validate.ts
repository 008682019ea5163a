import { type Command, exitCodes, show } from '../command.ts';
import { loadFile } from '../load-file.ts';
import { isPlaceable, showValidation } from '../show-validation.ts';

export const bulkValidate: Command = {
  name: 'bulk validate',
  usage: '<file.csv>',
  summary: 'Check a file without ordering',
  argumentsMax: 1,
  async run(context) {
    const file = await loadFile(context);
    const result = await context.client.validateBulkOrder({ body: { filename: file.name, rows: file.rows } });
    show(context, result, () => showValidation(result, file.lineNumbers));
    return isPlaceable(result) ? exitCodes.fine : exitCodes.refused;
  },
};
