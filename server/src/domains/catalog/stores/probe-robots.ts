import robotsParser from 'robots-parser';
import type { Call } from '../../../connectors/contract.ts';
import type { StoreClient } from '../../../connectors/store-client.ts';

/** The package's types are wrong: it exports a function. */
const parseRobots = robotsParser as unknown as (
  address: string,
  rules: string,
) => { isAllowed(url: string, robot: string): boolean | undefined };

/** Our name in robots.txt. */
const robotName = 'Errand';

interface RobotsClient extends StoreClient {
  /** The robots.txt text, which hints at the platform. */
  readonly rules: string;
  /** URLs skipped because of robots.txt. */
  readonly forbidden: readonly string[];
}

/**
 * Reads robots.txt and then requests only what it allows. Without one, everything is allowed; an unreachable store
 * gets no requests.
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
