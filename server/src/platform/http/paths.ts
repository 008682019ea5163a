import type { FastifyInstance, FastifyRequest } from 'fastify';
import { assertDefined } from '../../kit/assert-defined.ts';
import { Failure } from '../../kit/failure.ts';
import type { SpaceOf } from './address-space.ts';

interface KnownPath {
  pattern: RegExp;
  methods: Set<string>;
}

export interface PathTable {
  /** The `Allow` header for a path that exists; null if it does not. */
  allowedFor(request: FastifyRequest): string | null;
  refusalFor(request: FastifyRequest, allow: string | null): Failure;
  /** Whether the router took an empty parameter, or another route's path (`GET /orders/bulk/validate`) as an ID. */
  isMisrouted(request: FastifyRequest): boolean;
}

/** Records every route, to distinguish a wrong method (405) from an unknown path (404). */
export function createPathTable(app: FastifyInstance, spaceOf: SpaceOf): PathTable {
  const pathsByUrl = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = pathsByUrl.get(url) ?? { pattern: patternOf(url), methods: new Set(['OPTIONS']) };
    for (const name of [method].flat()) known.methods.add(name.toUpperCase());
    pathsByUrl.set(url, known);
  });
  return {
    allowedFor(request) {
      const path = assertDefined(request.url.split('?', 1)[0]);
      const exact = pathsByUrl.get(path);
      const known = exact ? [exact] : [...pathsByUrl.values()].filter((entry) => entry.pattern.test(path));
      const methods = new Set(known.flatMap((entry) => [...entry.methods]));
      return methods.size === 0 ? null : [...methods].sort().join(', ');
    },
    isMisrouted(request) {
      const { url } = request.routeOptions;
      if (url === undefined || !url.includes('/:') || url.includes('*')) return false;
      const path = assertDefined(request.url.split('?', 1)[0]);
      return path.endsWith('/') || path.includes('//') || (path !== url && pathsByUrl.has(path));
    },
    refusalFor(request, allow) {
      if (allow !== null) {
        return new Failure('method_not_allowed', 405, `Method not allowed. This path supports ${allow}.`, {
          headers: { allow },
        });
      }
      return spaceOf(request.url).noSuchPath();
    },
  };
}

/** Turns `/orders/:id/timeline` and `/assets/*` into regular expressions. */
function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((segment) =>
      segment === '*' ? '.*' : segment.startsWith(':') ? '[^/]+' : segment.replace(/[.+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('/');
  return new RegExp(`^${source}$`);
}
