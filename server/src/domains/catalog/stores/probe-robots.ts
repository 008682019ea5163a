import robotsParser from 'robots-parser';
import type { Call } from '../../../connectors/contract.ts';
import type { StoreClient } from '../../../connectors/store-client.ts';

/** The package is a function, though its types speak of a module with a default. */
const parseRobots = robotsParser as unknown as (
  address: string,
  rules: string,
) => { isAllowed(url: string, robot: string): boolean | undefined };

/** What a store's robots rules call us. */
const robotName = 'Errand';

interface RobotsClient extends StoreClient {
  /** The rules as the store wrote them: shops of one make begin alike. */
  readonly rules: string;
  /** Addresses that were not asked for because the rules forbid it. */
  readonly forbidden: readonly string[];
}

/**
 * Reads the store's robots rules first and then asks only for what they allow. A store without rules allows everything;
 * one that cannot be reached at all is asked for nothing.
 */
export async function createRobotsClient(client: StoreClient, url: URL, call: Call): Promise<RobotsClient | null> {
  const address = `${url.origin}/robots.txt`;
  const reply = await client.send({ method: 'GET', url: address, headers: { accept: 'text/plain' } }, call);
  if (reply.kind !== 'answered') return null;
  const isPage = (reply.headers['content-type'] ?? '').includes('html');
  const rules = reply.status < 300 && !isPage ? reply.text : '';
  const robots = parseRobots(address, rules);
  const forbidden: string[] = [];
  return {
    rules,
    forbidden,
    async send(request, limits) {
      if (robots.isAllowed(String(request.url), robotName) !== false) return client.send(request, limits);
      forbidden.push(String(request.url));
      const message = 'robots.txt disallows this path.';
      return { kind: 'unreachable', message, wasSent: false };
    },
  };
}
