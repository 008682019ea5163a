import type { fakeClock } from '../fake-clock.ts';
import type { TestSystem } from '../system.ts';
import type { FaultyProxy } from './faulty-proxy.ts';

interface Needs {
  system: TestSystem;
  proxy: FaultyProxy;
  clock: Pick<ReturnType<typeof fakeClock>, 'advance'>;
}

/** Runs due jobs while time passes, until the order ends. */
export function createSettler({ system, proxy, clock }: Needs) {
  async function settleBy(read: () => Promise<{ status: string }>): Promise<void> {
    for (let step = 0; step < 60; step += 1) {
      await system.queue.drain();
      const { status } = await read();
      if (status !== 'pending' && status !== 'in_progress') return;
      // A restarting shop takes real time, which the service's clock does not show.
      await proxy.settled();
      clock.advance(60_000);
    }
  }
  return {
    settleBy,
    async settle(key: string, id: string) {
      const read = async () => (await system.get(`/orders/${id}`, key)).body;
      await settleBy(read);
      return read();
    },
  };
}
