import { assertDefined } from '../../../kit/assert-defined.ts';

interface Destination {
  origin: string;
  receiver: string;
}

const slotsPerEndpointMax = 8;
const slotsPerOriginMax = 32;
const slotsMax = 128;

/**
 * How much may be under way at once. A receiver begins with one slot and earns more by answering well; one that fails is
 * back to one. So a receiver that hangs holds up a slot or two of its account, and nothing of what goes elsewhere.
 */
export function createSlots() {
  const underWayByOrigin = new Map<string, number>();
  const byReceiver = new Map<string, { underWay: number; allowed: number }>();
  let underWay = 0;

  const stateOf = (receiver: string) => {
    const state = byReceiver.get(receiver) ?? { underWay: 0, allowed: 1 };
    byReceiver.set(receiver, state);
    return state;
  };

  return {
    isFull: () => underWay >= slotsMax,
    /** What takes no more for now. */
    busy: () => ({
      origins: [...underWayByOrigin].filter(([, count]) => count >= slotsPerOriginMax).map(([origin]) => origin),
      receivers: [...byReceiver].filter(([, state]) => state.underWay >= state.allowed).map(([receiver]) => receiver),
    }),
    /** False: there is no slot free. */
    take({ origin, receiver }: Destination): boolean {
      const state = stateOf(receiver);
      const atOrigin = underWayByOrigin.get(origin) ?? 0;
      if (underWay >= slotsMax || atOrigin >= slotsPerOriginMax || state.underWay >= state.allowed) return false;
      state.underWay += 1;
      underWayByOrigin.set(origin, atOrigin + 1);
      underWay += 1;
      return true;
    },
    release({ origin, receiver }: Destination, isWell: boolean): void {
      const state = stateOf(receiver);
      state.underWay -= 1;
      state.allowed = isWell ? Math.min(2 * state.allowed, slotsPerEndpointMax) : 1;
      underWayByOrigin.set(origin, assertDefined(underWayByOrigin.get(origin)) - 1);
      underWay -= 1;
    },
  };
}
