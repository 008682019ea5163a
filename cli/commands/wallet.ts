import { type Command, exitCodes, show, wholeNumber } from '../command.ts';
import { dollars } from '../format.ts';

export const wallet: Command = {
  name: 'wallet',
  usage: '',
  summary: 'What is on the wallet, held and free',
  argumentsMax: 0,
  async run(context) {
    const given = await context.client.getWallet();
    show(
      context,
      given,
      () =>
        `${dollars(given.available_cents)} free, ${dollars(given.held_cents)} held for orders, ${dollars(given.balance_cents)} in all (${given.currency}).\n`,
    );
    return exitCodes.fine;
  },
};

export const walletTransactions: Command = {
  name: 'wallet transactions',
  usage: '',
  summary: 'What moved on the wallet, newest first, as JSON',
  argumentsMax: 0,
  options: { limit: { type: 'string', help: 'How many; 20 unless told' } },
  async run(context) {
    const limit = Math.min(wholeNumber(context, 'limit', 20), 200);
    const { transactions } = await context.client.listWalletTransactions({ limit });
    context.out(`${JSON.stringify(transactions, null, 2)}\n`);
    return exitCodes.fine;
  },
};
