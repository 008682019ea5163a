import { sql } from 'kysely';
import type { Connector } from '../../src/connectors/contract.ts';
import type { World } from '../../src/kit/world.ts';
import { type Contract, readContract } from './conforms.ts';
import type { FakeClock } from './fake-clock.ts';
import { signIn } from './person.ts';
import type { CallOptions } from './system.ts';
import { orderFor, startSystem, type TestSystem } from './system.ts';

export const operatorEmail = 'operator@example.com';
export const operatorEnv = { OPERATOR_EMAILS: `${operatorEmail}, second@example.com`, RECONCILE_GIVE_UP: '1h' };

/** A signed-in person whose responses are all compared with the API document. */
export async function personOn(
  system: TestSystem,
  contract: Contract,
  email = operatorEmail,
  { withFactor = true } = {},
) {
  let { headers } = await signIn(system, email, { withFactor });
  let signedInAt = system.clock.now().getTime();
  let signingIn: Promise<void> | null = null;
  const signInAgain = async () => {
    ({ headers } = await signIn(system, email, { withFactor }));
    signedInAt = system.clock.now().getTime();
    signingIn = null;
  };
  const call = async (path: string, options: CallOptions & { world?: World } = {}) => {
    // An operator's session lasts an hour.
    if (system.clock.now().getTime() - signedInAt > 50 * 60_000) {
      // Concurrent calls share one sign-in.
      signingIn ??= signInAgain();
      await signingIn;
    }
    return contract.call(path, { ...options, headers: { ...headers(options.world ?? 'live'), ...options.headers } });
  };
  return {
    email,
    call,
    get: (path: string) => call(path),
    post: (path: string, body: unknown) => call(path, { method: 'POST', body }),
    put: (path: string, body: unknown) => call(path, { method: 'PUT', body }),
  };
}

export type OperatorClient = Awaited<ReturnType<typeof personOn>>;

/** From now on, store histories cannot be read, so outcomes stay unknown. */
export function hideStoreHistory(system: TestSystem): void {
  const store = system.simulator as Connector;
  store.find = async () => ({ kind: 'unsure', message: 'The history page does not load.' });
}

/** An order that was bought with an unknown outcome, after reconciliation gave up. */
export async function unknownOutcomeOrder(system: TestSystem, clock: FakeClock, key: string): Promise<string> {
  const url = `${system.url}/shop/products/test-timeout-after-placing`;
  const { body } = await system.post('/orders', key, orderFor(url));
  for (let step = 0; step < 80; step += 1) {
    await system.queue.drain();
    clock.advance(60_000);
  }
  return body.id;
}

export async function auditRows(system: TestSystem): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from audit_log`.execute(system.database.db);
  return rows[0]!.n;
}

/** A system with live stores whose history is hidden, its API document, and an operator. */
export async function operatorSystem(clock: FakeClock) {
  const system = await startSystem({ clock, withLive: true, env: operatorEnv });
  hideStoreHistory(system);
  const contract = await readContract(system);
  return { system, contract, operator: await personOn(system, contract) };
}
