import { setTimeout as pause } from 'node:timers/promises';
import { attack, load } from '../ask.ts';
import { atMost } from '../goals.ts';
import type { LoadResult } from '../load.ts';
import { median, type Program, type Row, type Scene } from '../scene.ts';
import type { LargeRequest } from './requests.ts';

export interface Meter {
  /** The longest time between two turns of the event loop. */
  cpuMs: number;
  wallMs: number;
  /** Of the API's thread, since the last reading. */
  totalMs: number;
}

export interface MeteredApi {
  api: Program;
  readMeter: () => Promise<Meter>;
}

/** Requests that a caller sends over and over. */
export interface Mix {
  what: string;
  requests: LargeRequest[];
}

interface Attack {
  attackerKey: string;
  neighborKey: string;
  mixes: Mix[];
}

/** Until the attacker has started. */
const startMs = 2000;

interface Round {
  quiet: LoadResult;
  beside: LoadResult;
  accepted: number;
  ratio: number;
  /** Percent of a core. */
  share: number;
  cpuMs: number;
}

/** Lets the attacker's limit recover, so that each mix starts with a full burst. */
const recoverMs = 2500;

/**
 * One caller reads its wallet, alone once per round and then next to another that sends each mix. Both have the default
 * rate limit.
 */
export async function measureNeighbor(
  scene: Scene,
  { api, readMeter }: MeteredApi,
  { attackerKey, neighborKey, mixes }: Attack,
): Promise<Row[]> {
  const read = { method: 'GET', path: '/wallet', key: neighborKey, body: null };
  const { seconds } = scene;
  const plan = { port: api.port, clients: 1, seconds, requests: [read], status: 200, pauseMs: 20 };
  await load(plan);
  const measured = new Map<Mix, Round[]>(mixes.map((mix) => [mix, []]));
  for (let round = 0; round < scene.rounds; round += 1) {
    const quiet = await load(plan);
    for (const [{ requests }, rounds] of measured) {
      const attacking = attack({ url: api.url, key: attackerKey, seconds: seconds + startMs / 1000, requests });
      await pause(startMs);
      await readMeter();
      const beside = await load(plan);
      const { totalMs, cpuMs } = await readMeter();
      const { accepted } = await attacking;
      await pause(recoverMs);
      rounds.push({ quiet, beside, accepted, ratio: beside.p99Ms / quiet.p99Ms, share: totalMs / seconds / 10, cpuMs });
    }
  }
  return [...measured].map(([mix, rounds]) => besideRow(mix, rounds));
}

function besideRow({ what }: Mix, rounds: Round[]): Row {
  const middle = (of: (round: Round) => number) => median(rounds.map(of));
  const ratio = middle((round) => round.ratio);
  return {
    what:
      `GET /wallet of a neighbor beside ${what} (${middle((round) => round.accepted)} accepted; ` +
      `${middle((round) => round.share).toFixed(0)}% of a core; alone p99 ${middle(({ quiet }) => quiet.p99Ms).toFixed(1)} ms)`,
    cpuMs: Math.max(...rounds.map((round) => round.cpuMs)),
    p50Ms: middle(({ beside }) => beside.p50Ms),
    p99Ms: middle(({ beside }) => beside.p99Ms),
    ratio,
    goals: [atMost(ratio, 2, ' times its p99 alone')],
  };
}
