import { type Command, exitCodes, show, UsageError, wholeNumber } from '../command.ts';
import { money } from '../format.ts';

export const walletCommands: Command[] = [
  {
    name: 'wallet transactions',
    summary: 'List wallet transactions as JSON, newest first',
    options: { limit: { type: 'string', help: 'How many (default: 20)' } },
    async run(context) {
      const limit = Math.min(wholeNumber(context, 'limit', 20), 200);
      const { transactions } = await context.client.listWalletTransactions({ limit });
      context.out(`${JSON.stringify(transactions, null, 2)}\n`);
      return exitCodes.fine;
    },
  },
  {
    name: 'wallet cards',
    summary: 'List saved cards',
    async run(context) {
      const given = await context.client.listCards();
      const lines = given.cards.map(
        ({ id, brand, last4, is_default: isDefault }) =>
          `${id}  ${brand} ending in ${last4}${isDefault ? '  default' : ''}\n`,
      );
      show(context, given, () => lines.join('') || 'No cards saved. Add one: errand wallet cards add\n');
      return exitCodes.fine;
    },
  },
  {
    name: 'wallet cards add',
    summary: 'Get a link to a page for saving a card',
    async run(context) {
      const setup = await context.client.createCardSetup({ body: {} });
      show(context, setup, () => `Open this page to save the card:\n${setup.url ?? ''}\n`);
      return exitCodes.fine;
    },
  },
  {
    name: 'wallet cards remove',
    usage: '<payment-method>',
    summary: 'Remove a saved card',
    async run(context) {
      const [id] = context.arguments;
      if (id === undefined) throw new UsageError('A card ID is required. Run errand wallet cards to list them.');
      await context.client.deleteCard({ card_id: id });
      show(context, { removed: id }, () => 'Card removed.\n');
      return exitCodes.fine;
    },
  },
  {
    name: 'wallet',
    summary: 'Show your wallet balance',
    async run(context) {
      const given = await context.client.getWallet();
      show(
        context,
        given,
        () =>
          `${money(given.available_cents)} available, ${money(given.held_cents)} on hold, ${money(given.balance_cents)} total (${given.currency}).\n`,
      );
      return exitCodes.fine;
    },
  },
];
