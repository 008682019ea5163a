import type { fakeClock } from '../fake-clock.ts';
import type { TestSystem } from '../system.ts';
import type { FaultyProxy } from './faulty-proxy.ts';

interface Needs {
  system: TestSystem;
  proxy: FaultyProxy;
  clock: Pick<ReturnType<typeof fakeClock>, 'advance'>;
}

/** Works off what is due, and what becomes due while time passes, until the order is over. */
export function createSettler({ system, proxy, clock }: Needs) {
  async function settleBy(read: () => Promise<{ status: string }>): Promise<void> {
    for (let step = 0; step < 60; step += 1) {
      await system.queue.drain();
      const { status } = await read();
      if (status !== 'pending' && status !== 'in_progress') return;
      // A shop that is being started anew takes real time, of which the service has seen none.
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
