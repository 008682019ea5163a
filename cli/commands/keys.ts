import { argument, type Command, exitCodes, show, UsageError } from '../command.ts';
import { createKeyFile } from '../key-file.ts';

export const keyCommands: Command[] = [
  {
    name: 'keys show',
    summary: 'Show which key is in use, without the key itself',
    isKeyless: true,
    async run(context) {
      const { apiKey, baseUrl } = context;
      const kept = createKeyFile(context);
      const isKept = apiKey !== undefined && apiKey === (await kept.get(baseUrl));
      const given = {
        service: baseUrl,
        world: apiKey === undefined ? null : apiKey.startsWith('svc_live_') ? 'live' : 'test',
        hint: apiKey?.slice(-4) ?? null,
        kept_in: isKept ? kept.file : null,
      };
      show(context, given, () =>
        apiKey === undefined
          ? `No key for ${baseUrl}. The first command that needs one creates a sandbox key.\n`
          : `A ${given.world} key that ends in ${given.hint}, for ${baseUrl}${isKept ? `, saved in ${kept.file}` : ''}.\n`,
      );
      return exitCodes.fine;
    },
  },
  {
    name: 'keys mint',
    summary: 'Create a sandbox key. No account needed',
    isKeyless: true,
    options: {
      name: { type: 'string', help: 'A label for the key' },
      email: { type: 'string', help: 'Email address of the person who can claim the sandbox later' },
    },
    async run(context) {
      const { name, email } = context.options;
      const minted = await context.client.mintSandboxKey({
        body: {
          ...(typeof name === 'string' ? { name } : {}),
          ...(typeof email === 'string' ? { email } : {}),
        },
      });
      show(context, minted, () => `${minted.api_key}\n`);
      context.err(`\n${minted.expires_policy}\nClaim it for your account: ${minted.claim_url}\n`);
      return exitCodes.fine;
    },
  },
  {
    name: 'keys use',
    usage: '<key>',
    summary: 'Save a key for this service. Use - to read it from stdin',
    isKeyless: true,
    async run(context) {
      let key = argument(context, 0, 'key');
      if (key === '-') for await (const line of context.lines()) key = key === '-' ? line.trim() : key;
      if (!/^svc_(?:live|test)_\w+$/.test(key)) throw new UsageError('A key looks like svc_live_… or svc_test_….');
      const kept = createKeyFile(context);
      await kept.keep(context.baseUrl, key);
      show(context, { kept_in: kept.file }, () => `Saved in ${kept.file}.\n`);
      return exitCodes.fine;
    },
  },
  {
    name: 'keys forget',
    summary: 'Delete the saved key for this service. The key stays valid',
    isKeyless: true,
    async run(context) {
      const wasKept = await createKeyFile(context).forget(context.baseUrl);
      show(context, { forgotten: wasKept }, () => (wasKept ? 'Forgotten.\n' : 'No key was saved.\n'));
      return exitCodes.fine;
    },
  },
];
