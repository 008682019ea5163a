import { type App, errors } from '../../platform/http/index.ts';
import type { Guard } from './guard.ts';
import { leastRoleFor } from './roles.ts';

interface Described {
  response?: Record<string, unknown>;
  hide?: boolean;
}

/** Routes that a person of a lesser role is refused say so in their description. */
export function describeRoles(app: App, guard: Guard): void {
  const withSession: unknown[] = [guard.key, guard.read, guard.manage, guard.orderKey, guard.person];
  app.addHook('onRoute', ({ method, url, onRequest, schema }) => {
    const described = schema as Described | undefined;
    if (!described || described.hide || !withSession.includes(onRequest)) return;
    if (leastRoleFor(String(method), url) === 'viewer') return;
    described.response = { ...errors('forbidden'), ...described.response };
  });
}
