import type { ProbeFinding, StoreKind, StoreKindName } from '../../connectors/store.ts';
import type { StoreClient } from '../../connectors/store-client.ts';
import { secondMs } from '../../kit/clock.ts';
import type { Logger } from '../../platform/logger.ts';

const probeWithinMs = 20 * secondMs;

interface Needs {
  kinds: readonly StoreKind[];
  client: StoreClient;
  logger: Logger;
}

export type Probe = { kind: StoreKindName; finding: ProbeFinding } | null;

/** Asks every kind whether a store of it lives at this address; the first in the table that says so. */
export async function probeStore(needs: Needs, url: URL): Promise<Probe> {
  const call = { signal: AbortSignal.timeout(probeWithinMs) };
  const answers = await Promise.all(
    needs.kinds.map(async (kind) => {
      try {
        const finding = await kind.probe(url, needs.client, call);
        return finding && { kind: kind.kind, finding };
      } catch (error) {
        needs.logger.info({ err: error, kind: kind.kind }, 'a probe ended without an answer');
        return null;
      }
    }),
  );
  return answers.find((answer) => answer !== null) ?? null;
}
