/** A model without one guard, or with two steps swapped. The checker must find a broken property. */
export interface Alteration {
  name: string;
  /** The removed guard, as named in a comment of the model; null if no single line of code implements it. */
  guard: string | null;
  from: string;
  to: string;
  breaks: Property;
}

export const modelNames = ['placement', 'money', 'cards'] as const;
export type ModelName = (typeof modelNames)[number];

/** What the models assert, by the checker's output. */
export const properties = {
  'bought at most once': '(sold<=1)',
  'no bought order fails or is canceled': '(sold==0)',
  'nothing is bought for an order that ended': '!((db.exists&&((db.status==3)||(db.status==4))))',
  'captured only what was bought': '(sold==1)',
  'captured or released once': '(db.captured==',
  'every order ends': 'db.review',
  'a bought order is placed in the end': '(db.status==2)',
  'the ledger is sound': '(db.available>=0)',
  'captured and released is what was held': '==db.due)',
  'no more goes back than was captured': '(db.retailer>=0)',
  'what was paid is on the wallet': '!(paid)',
  'every charge is booked or refunded': 'charges==',
  'an accepted order is authorized': '(db.card==2)',
  'no open order loses its authorization': '(db.order==0)',
  'a card is charged at most once': '(received<=1)',
  'every purchase is charged or owed': '(sold==(received+',
  'no authorization is left': '(auth[1]==1)',
} as const;
export type Property = keyof typeof properties;
