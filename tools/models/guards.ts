import type { ModelName } from './alteration.ts';

/** Guards of server/test/mutants that implement a guard of a model. */
export type ModelGuard = { mutants: string[] };

const moves = { mutants: ['a status follows any other'] };

export const modelGuards: Record<ModelName, Record<string, ModelGuard>> = {
  placement: {
    'fresh epoch': {
      mutants: [
        'a restored order counts its epochs on from the copy',
        'an order that was sent again counts its epochs from the start',
      ],
    },
    'failed epoch': { mutants: ['a stale worker fails the order'] },
    'failed known': { mutants: ['an order fails on a database that nobody looked at'] },
    'retry epoch': { mutants: ['a stale worker puts an order back in line (buys twice)'] },
    'claim waits for the look': { mutants: ['an order that the lost database knew is not looked up first'] },
    'claim phase': { mutants: ['two workers claim one order'] },
    'claim known': { mutants: ['a database that nobody looked at is bought on'] },
    'claim epoch': { mutants: ['a claim has no new epoch'] },
    'submitting epoch': { mutants: ['a stale worker presses the button'] },
    'submitting known': { mutants: ['the button is pressed on a database that nobody looked at'] },
    'submitting before the button': { mutants: ['the button is pressed although nothing was committed'] },
    'lost answer is unknown': { mutants: ['a submit that threw counts as not bought'] },
    'doubt as it was read': { mutants: ['an unknown outcome is reconciled by what was read of another attempt'] },
    'fence before find': { mutants: ['the history is asked before the fence (buys twice)'] },
    'no fence without a handle': { mutants: ['a recorded checkout counts as canceled when it is late'] },
    'fence of an older handle': { mutants: ['a restored order is judged by its older handle alone'] },
    'late window named': { mutants: ['a store that names no late window is believed'] },
    'late window passed': { mutants: ['the late window is over too early'] },
    'restored without handle': { mutants: ['a restored order is judged by its older handle alone'] },
    'unsure without a lookup': { mutants: ['a store that cannot search is believed'] },
    'absent needs a fence': { mutants: ['"absent" is believed without a fence'] },
    'unsure never buys': { mutants: ['a store that cannot be asked counts as "not bought"'] },
    'accept known': { mutants: ['an order that is accepted before anybody looked is bought at once'] },
    'accepted again looks first': { mutants: ['an order that is sent again after a restore is bought at once'] },
    'derived order id': { mutants: ['an order that is sent again has another id'] },
    'cancel status': { mutants: ['an order is canceled while it is being bought'] },
    'cancel known': { mutants: ['an order is canceled on a database that nobody looked at'] },
    'cancel waits for the look': { mutants: ['an order is canceled before it was looked up'] },
    'restore puts in doubt': { mutants: ['a restored database is not doubted (buys twice)'] },
  },
  money: {
    'credit status': { mutants: ['a top-up that was paid late is not credited'] },
    'expire status': { mutants: ['a top-up moves whatever its status'] },
    'refund what is available': { mutants: ['a wallet is drained without its lock'] },
    'hold what is available': { mutants: ['a hold takes one cent more than there is'] },
    'capture with the status': moves,
    'release the rest': { mutants: ['the rest of a hold is not released'] },
    'release with the failure': moves,
    'release with the cancellation': moves,
    'return credited once': { mutants: ['a movement is recorded again'] },
    'refund with the status': moves,
    'credits count in a refund': { mutants: ['earlier credits are refunded again when the retailer cancels'] },
    'settle the claim': { mutants: ['an agent order is made after its payment was abandoned'] },
    'abandon the claim': { mutants: ['a payment moves whatever its status'] },
    'same key for the look': { mutants: ['a charge that cannot be found is not asked for under its key'] },
    'abandoned charge goes back': { mutants: ['an abandoned charge is kept'] },
  },
  cards: {
    'accept what is authorized': { mutants: ['cards: an order without an authorization is accepted'] },
    'release without an order': { mutants: ['cards: the authorization of an accepted order is released'] },
    'give up what does not count': { mutants: ['cards: the old authorization stays after a renewal'] },
    'renew what is not settled': { mutants: ['cards: a renewal replaces what is being captured'] },
    'a lost answer is no debt': { mutants: ['cards: a capture whose answer was lost is a debt'] },
    'look before capturing': { mutants: ['cards: a restored database captures again'] },
    'a captured one counts': {
      mutants: ['cards: a restored database takes up the newest authorization, captured or not'],
    },
  },
};
