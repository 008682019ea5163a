import { type Command, exitCodes, show, wholeNumber } from '../command.ts';
import { dollars } from '../format.ts';

export const wallet: Command = {
  name: 'wallet',
  usage: '',
  summary: 'Show your wallet balance',
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
  summary: 'List wallet transactions as JSON, newest first',
  argumentsMax: 0,
  options: { limit: { type: 'string', help: 'How many (default: 20)' } },
  async run(context) {
    const limit = Math.min(wholeNumber(context, 'limit', 20), 200);
    const { transactions } = await context.client.listWalletTransactions({ limit });
    context.out(`${JSON.stringify(transactions, null, 2)}\n`);
    return exitCodes.fine;
  },
};
