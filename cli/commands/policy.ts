import type { PolicyRules } from '../../sdk/src/index.ts';
import { argument, type Command, exitCodes, show } from '../command.ts';
import { table } from '../format.ts';
import { readJson } from '../read-json.ts';

export const policyShow: Command = {
  name: 'policy show',
  usage: '',
  summary: 'Show the spending limits of your key and what is left',
  argumentsMax: 0,
  async run(context) {
    const given = await context.client.getPolicy();
    const cell = (value: unknown) => [value === null || value === undefined ? '' : JSON.stringify(value)];
    const rows = () =>
      given.rules.map((rule) => [[rule.rule], [rule.decision], cell(rule.limit), cell(rule.used), cell(rule.left)]);
    show(context, given, () =>
      given.rules.length === 0 ? 'No limits.\n' : table(['Rule', 'Says', 'Limit', 'Used', 'Left'], rows()),
    );
    return exitCodes.fine;
  },
};

export const policySet: Command = {
  name: 'policy set',
  usage: '<rules.json>',
  summary: "Replace the account's spending policy. Use - to read from stdin",
  argumentsMax: 1,
  async run(context) {
    const body = (await readJson(context, argument(context, 0, 'file'))) as PolicyRules;
    const given = await context.client.putAccountPolicy({ body });
    show(context, given, () => `Version ${given.version} of the account's policy.\n`);
    return exitCodes.fine;
  },
};
