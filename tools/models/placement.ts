import type { Alteration } from './alteration.ts';

const twice = 'bought at most once' as const;
const lost = 'no bought order fails or is canceled' as const;
const late = 'nothing is bought for an order that ended' as const;

const marked = (guard: string): string => `/* guard: ${guard} */`;

/** Drops a condition on its own line, marked with its guard's name. */
const dropped = (guard: string, condition: string): Pick<Alteration, 'guard' | 'from' | 'to'> => ({
  guard,
  from: `${condition} ${marked(guard)}`,
  to: condition.endsWith('&&') ? '' : 'true',
});

export const placementAlterations: Alteration[] = [
  {
    name: 'epochs go on where the older copy left off',
    guard: 'fresh epoch',
    from: 'db.epoch = latest_epoch /* guard: fresh epoch */',
    to: 'db.epoch = db.epoch + 1',
    breaks: lost,
  },
  {
    name: 'a stale worker fails the order',
    ...dropped('failed epoch', 'db.exists && db.epoch == epoch_of &&'),
    breaks: lost,
  },
  {
    name: 'an order fails on a database that nobody looked at',
    ...dropped('failed known', 'known &&'),
    breaks: lost,
  },
  {
    name: 'a stale worker puts the order back to pending',
    ...dropped('retry epoch', 'db.exists && db.epoch == epoch_of &&'),
    breaks: lost,
  },
  {
    name: 'an order that the lost database knew is bought before the look',
    guard: 'claim waits for the look',
    from: ':: !db.looks_first && /* guard: claim waits for the look */',
    to: '::',
    breaks: twice,
  },
  {
    name: 'a submitted order is claimed again',
    guard: 'claim phase',
    from: '&& db.phase == intent /* guard: claim phase */',
    to: '',
    breaks: twice,
  },
  {
    name: 'an order is claimed on a database that nobody looked at',
    guard: 'claim known',
    from: 'known /* guard: claim known */',
    to: 'true',
    breaks: lost,
  },
  {
    name: 'a claim has no new epoch',
    guard: 'claim epoch',
    from: 'next_epoch(); /* guard: claim epoch */',
    to: '',
    breaks: lost,
  },
  {
    name: 'a stale worker presses the button',
    ...dropped('submitting epoch', 'db.epoch == mine &&'),
    breaks: lost,
  },
  {
    name: 'the button is pressed on a database that nobody looked at',
    ...dropped('submitting known', 'known &&'),
    breaks: twice,
  },
  {
    name: 'the button is pressed before submitting is committed',
    guard: 'submitting before the button',
    from: 'db.phase = submitting; db.handle = handle; db.is_late = false; /* guard: submitting before the button */',
    to: '',
    breaks: twice,
  },
  {
    name: 'a lost answer counts as not bought',
    guard: 'lost answer is unknown',
    from: ':: skip /* guard: lost answer is unknown */',
    to: ':: back_to_pending(mine)',
    breaks: lost,
  },
  {
    name: 'a doubt is taken over as it was some time ago',
    ...dropped('doubt as it was read', 'db.epoch == read_epoch'),
    breaks: lost,
  },
  {
    name: 'a store is believed to be fenced without a handle',
    guard: 'no fence without a handle',
    from: ':: has_cart_fence && handle != 0 /* guard: no fence without a handle */ ->',
    to: ':: has_cart_fence && handle == 0 -> is_fenced = true\n    :: has_cart_fence && handle != 0 ->',
    breaks: lost,
  },
  {
    name: 'the fence of an older handle is believed',
    guard: 'fence of an older handle',
    from: 'is_fenced = !was_restored /* guard: fence of an older handle */',
    to: 'is_fenced = true',
    breaks: lost,
  },
  {
    name: 'the late window is not waited for',
    ...dropped('late window passed', 'db.epoch == mine && db.is_late'),
    breaks: lost,
  },
  {
    name: 'a store that names no late window is believed',
    guard: 'late window named',
    from: 'has_late_window && /* guard: late window named */',
    to: '',
    breaks: lost,
  },
  {
    name: 'the store is asked before the fence',
    guard: 'fence before find',
    from: 'mine = db.epoch; read_epoch = 0',
    to: 'mine = db.epoch; read_epoch = 0;\n      is_absent = (handle != 0 && cart[handle] != sold_cart && !was_restored)',
    breaks: lost,
  },
  {
    name: 'a restored order is only looked for by its older handle',
    guard: 'restored without handle',
    from: '&& !was_restored /* guard: restored without handle */',
    to: '',
    breaks: lost,
  },
  {
    name: 'a store that cannot be asked counts as "not bought"',
    guard: 'unsure without a lookup',
    from: '&& !has_lookup -> skip /* guard: unsure without a lookup */',
    to: '&& !has_lookup -> is_absent = true',
    breaks: lost,
  },
  {
    name: '"absent" is believed without a fence',
    guard: 'absent needs a fence',
    from: ':: is_absent && is_fenced /* guard: absent needs a fence */',
    to: ':: is_absent',
    breaks: lost,
  },
  {
    name: 'an order whose outcome is unsure is bought again',
    guard: 'unsure never buys',
    from: ':: else -> /* guard: unsure never buys */',
    to: ':: !is_absent\n    :: else ->',
    breaks: lost,
  },
  {
    name: 'an order is accepted on a database that nobody looked at',
    guard: 'accept known',
    from: 'looks = changed ||\n        !known; /* guard: accept known */',
    to: 'looks = changed;',
    breaks: lost,
  },
  {
    name: 'an order that is sent again after a restore is bought at once',
    guard: 'accepted again looks first',
    from: 'db.looks_first = looks; /* guard: accepted again looks first */',
    to: 'db.looks_first = false;',
    breaks: lost,
  },
  {
    name: 'an order that is sent again has another reference',
    guard: 'derived order id',
    from: 'same_reference = true; /* guard: derived order id */',
    to: 'same_reference = (sends == 1);',
    breaks: lost,
  },
  {
    name: 'an order is canceled while it is being bought',
    guard: 'cancel status',
    from: 'order_may_become_cancelled(db.status) && /* guard: cancel status */',
    to: 'is_open &&',
    breaks: late,
  },
  {
    name: 'an order is canceled on a database that nobody looked at',
    ...dropped('cancel known', 'known &&'),
    breaks: lost,
  },
  {
    name: 'an order is canceled before it was looked up',
    guard: 'cancel waits for the look',
    from: '!db.looks_first /* guard: cancel waits for the look */',
    to: 'true',
    breaks: lost,
  },
  {
    name: 'a restored order is not doubted',
    guard: 'restore puts in doubt',
    from: ':: is_open -> put_in_doubt(); fresh_epoch() /* guard: restore puts in doubt */',
    to: ':: is_open -> skip',
    breaks: lost,
  },
];
