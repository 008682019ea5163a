// Sends expensive requests as fast as the rate limit of their key and a network allow, in its own process.
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { assertDefined } from '../../server/src/kit/assert-defined.ts';
import { senderOf } from './asker.ts';
import type { LargeRequest } from './requests.ts';

export interface AttackPlan {
  url: string;
  key: string;
  seconds: number;
  /** Sent in turn. */
  requests: LargeRequest[];
}

export interface AttackResult {
  accepted: number;
}

const connections = 16;
/** A refused request is sent again at once, rather than after the `Retry-After` that it got. */
const refusedPauseMs = 100;
/** A network of 1 Gbit/s. */
const bytesPerMs = 125_000;

const { url, key, seconds, requests }: AttackPlan = JSON.parse(await text(process.stdin));
const send = senderOf(url, key);
// Long responses are not waited for: at the pace of the limit, a batch of ten thousand rows takes minutes.
const stopping = AbortSignal.timeout(seconds * 1000);
let next = 0;
let accepted = 0;
let linkFreeAt = performance.now();

async function waitForLink(bytes: number): Promise<void> {
  linkFreeAt = Math.max(linkFreeAt, performance.now()) + bytes / bytesPerMs;
  await pause(linkFreeAt - performance.now());
}

async function attack(): Promise<void> {
  while (!stopping.aborted) {
    const request = assertDefined(requests[next % requests.length]);
    next += 1;
    await waitForLink(request.body?.length ?? 0);
    const { status } = await send(request, stopping);
    if (status === 429) await pause(refusedPauseMs);
    else if (status !== 0) accepted += 1;
  }
}

await Promise.all(Array.from({ length: connections }, attack));
const result: AttackResult = { accepted };
console.log(JSON.stringify(result));
process.exit();
