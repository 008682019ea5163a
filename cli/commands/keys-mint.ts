import { type Command, exitCodes, show } from '../command.ts';

export const keysMint: Command = {
  name: 'keys mint',
  usage: '',
  summary: 'Create a sandbox key. No account needed',
  argumentsMax: 0,
  isKeyless: true,
  options: {
    name: { type: 'string', help: 'A label for the key' },
    email: { type: 'string', help: 'Who can claim the sandbox later' },
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
    context.err(`\n${minted.expires_policy}\nClaim it into an account: ${minted.claim_url}\n`);
    return exitCodes.fine;
  },
};
