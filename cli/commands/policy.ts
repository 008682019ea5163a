import { ApiError, type PolicyRules } from '../../sdk/src/index.ts';
import { argument, type Command, type Context, exitCodes, show, text } from '../command.ts';
import { table } from '../format.ts';
import { personOptions, refuseStdinWithPerson, withPerson } from '../person-session.ts';
import { readJson } from '../read-json.ts';

/** Whether the key in use belongs to another account than the saved policy. */
async function isUnlimited({ apiKey, client, options }: Context, policyId: string | null): Promise<boolean> {
  const isOtherMode = options.mode !== undefined && (options.mode === 'live') !== apiKey?.startsWith('svc_live_');
  if (apiKey === undefined || isOtherMode) return false;
  const { policies } = await client.getPolicy();
  return !policies.some(({ id }) => id === policyId);
}

export const policyCommands: Command[] = [
  {
    name: 'policy show',
    summary: "Show your key's spending limits and what is left",
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
  },
  {
    name: 'policy set',
    usage: '<rules.json>',
    summary: "Replace the account's spending policy. Use - to read from stdin",
    examples: ['policy set rules.json --as you@example.com'],
    options: personOptions,
    async run(context) {
      const path = argument(context, 0, 'file');
      const email = text(context, 'as');
      refuseStdinWithPerson(context);
      const body = (await readJson(context, path)) as PolicyRules;
      try {
        const given = await withPerson(context, ({ client }) => client.putAccountPolicy({ body }));
        show(context, given, () => `Policy saved, version ${given.version}.\n`);
        if (email !== undefined && (await isUnlimited(context, given.id))) {
          context.err(
            `This key belongs to another account, so the policy does not apply to it. To use a key for ${email}, run errand login.\n`,
          );
        }
        return exitCodes.fine;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 403 || email !== undefined) throw error;
        context.err('Your key is not allowed to change this policy. Add --as <your email> to sign in as an owner.\n');
        throw error;
      }
    },
  },
];
