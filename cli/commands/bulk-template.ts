import { type Command, exitCodes } from '../command.ts';

export const bulkTemplate: Command = {
  name: 'bulk template',
  usage: '',
  summary: 'Download a CSV template',
  argumentsMax: 0,
  isKeyless: true,
  async run(context) {
    context.out(await context.client.getBulkOrderTemplate());
    return exitCodes.fine;
  },
};
