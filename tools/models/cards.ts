import type { Alteration } from './alteration.ts';

const once = 'a card is charged at most once' as const;

export const cardAlterations: Alteration[] = [
  {
    name: 'an order is accepted whatever its authorization',
    guard: 'accept what is authorized',
    from: 'db.card == card_authorized && !db.accepted /* guard: accept what is authorized */',
    to: '!db.accepted',
    breaks: 'an accepted order is authorized',
  },
  {
    name: 'the authorization of an accepted order is released',
    guard: 'release without an order',
    from: '&& !db.accepted /* guard: release without an order */',
    to: '',
    breaks: 'no open order loses its authorization',
  },
  {
    name: 'an authorization that does not count stays',
    guard: 'give up what does not count',
    from: 'auth[1] == live && asking[1] == 0 && !is_counting(1) /* guard: give up what does not count */',
    to: 'false',
    breaks: 'no authorization is left',
  },
  {
    name: 'a renewal counts although the payment was settled',
    guard: 'renew what is not settled',
    from: 'db.card == card_authorized && db.number == old /* guard: renew what is not settled */',
    to: 'true',
    breaks: once,
  },
  {
    name: 'a capture whose answer was lost is a debt',
    guard: 'a lost answer is no debt',
    from: 'auth[db.number] == taken /* guard: a lost answer is no debt */ ->\n        db.card = card_captured',
    to: 'false -> skip\n      :: db.has_card && db.card == card_capturing && auth[db.number] == taken -> db.card = card_refused; is_debt = true',
    breaks: 'every purchase is charged or owed',
  },
  {
    name: 'a restored copy captures without looking',
    guard: 'look before capturing',
    from: 'restored && is_any_kept /* guard: look before capturing */',
    to: 'false',
    breaks: once,
  },
  {
    name: 'a restored copy takes up the newest authorization, captured or not',
    guard: 'a captured one counts',
    from: '!is_any_taken /* guard: a captured one counts */ && auth[3] == live',
    to: 'auth[3] == live',
    breaks: once,
  },
];
