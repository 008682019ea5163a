import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Clock, minuteMs } from '../../kit/clock.ts';
import type { Call } from '../contract.ts';
import type { StoreProblem } from '../refuse.ts';
import type { Store } from '../store.ts';
import { problemOf, type StoreApi } from './store-api.ts';

const Regions = Type.Array(
  Type.Object({
    id: Type.String(),
    currency_code: Type.String(),
    countries: Type.Array(Type.Object({ iso_2: Type.String() })),
  }),
);

export interface Region {
  id: string;
  currency: string;
  countries: string[];
}

export type RegionsAnswer = { kind: 'regions'; regions: Region[] } | StoreProblem;

const goodForMs = 5 * minuteMs;

/** The shop's regions, cached. Every price and cart belongs to a region. */
export function createRegions(store: Store, api: StoreApi, clock: Clock) {
  let known: { regions: Region[]; until: number } | null = null;
  return async (call: Call): Promise<RegionsAnswer> => {
    if (known && known.until > clock.now().getTime()) return { kind: 'regions', regions: known.regions };
    const reply = await api.ask('GET', '/store/regions?limit=200&fields=id,currency_code,*countries', call);
    if (reply.kind !== 'data' || !Value.Check(Regions, reply.data.regions)) return problemOf(reply);
    const regions = reply.data.regions.map(({ id, currency_code, countries }) => ({
      id,
      currency: currency_code.toUpperCase(),
      countries: countries.map(({ iso_2 }) => iso_2.toUpperCase()),
    }));
    // Searches use the first region, so put one in the store's currency first.
    regions.sort((a, b) => Number(b.currency === store.currency) - Number(a.currency === store.currency));
    known = { regions, until: clock.now().getTime() + goodForMs };
    return { kind: 'regions', regions };
  };
}
