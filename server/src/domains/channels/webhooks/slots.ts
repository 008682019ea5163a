import { secondMs } from '../../../kit/clock.ts';

interface Destination {
  origin: string;
  receiver: string;
}

const slotsPerEndpointMax = 8;
const slotsPerOriginMax = 32;
const slotsMax = 128;
/** A longer request frees its slot for the next delivery. */
const slowMs = secondMs;

interface UnderWay {
  /** Start times, oldest first. */
  startedAt: number[];
  allowed: number;
}

/**
 * How many requests may run at once. An endpoint starts with one slot and gets more while it responds well; a failing
 * one is back to one. A hanging request does not count, so other orders' events follow after a second. Half of all
 * slots are kept from hanging endpoints, so they cannot delay other endpoints.
 */
export function createSlots(now: () => number = () => performance.now()) {
  const byReceiver = new Map<string, UnderWay>();
  const byOrigin = new Map<string, UnderWay>();
  const startedAtOf = new Map<Destination, number>();

  const stateOf = (all: Map<string, UnderWay>, name: string, allowed: number): UnderWay => {
    const state = all.get(name) ?? { startedAt: [], allowed };
    all.set(name, state);
    return state;
  };
  const receiverOf = ({ receiver }: Destination) => stateOf(byReceiver, receiver, 1);
  const originOf = ({ origin }: Destination) => stateOf(byOrigin, origin, slotsPerOriginMax);

  function isBusy({ startedAt, allowed }: UnderWay, most: number): boolean {
    const mayOvertake = startedAtOf.size < slotsMax / 2;
    const counted = mayOvertake ? startedAt.filter((at) => at > now() - slowMs) : startedAt;
    return counted.length >= allowed || startedAt.length >= most;
  }
  const receiverIsBusy = (state: UnderWay) => isBusy(state, slotsPerEndpointMax);
  const originIsBusy = (state: UnderWay) => isBusy(state, slotsMax);

  return {
    isFull: () => startedAtOf.size >= slotsMax,
    /** Endpoints without a free slot. */
    busy: () => ({
      origins: [...byOrigin].filter(([, state]) => originIsBusy(state)).map(([origin]) => origin),
      receivers: [...byReceiver].filter(([, state]) => receiverIsBusy(state)).map(([receiver]) => receiver),
    }),
    /** False: no free slot. */
    take(one: Destination): boolean {
      const receiver = receiverOf(one);
      const origin = originOf(one);
      if (startedAtOf.size >= slotsMax || originIsBusy(origin) || receiverIsBusy(receiver)) return false;
      const at = now();
      startedAtOf.set(one, at);
      receiver.startedAt.push(at);
      origin.startedAt.push(at);
      return true;
    },
    release(one: Destination, isWell: boolean): void {
      const at = startedAtOf.get(one);
      startedAtOf.delete(one);
      const receiver = receiverOf(one);
      receiver.allowed = isWell ? Math.min(2 * receiver.allowed, slotsPerEndpointMax) : 1;
      for (const { startedAt } of [receiver, originOf(one)]) startedAt.splice(startedAt.indexOf(at ?? 0), 1);
    },
  };
}
