import type { App } from '../../platform/http/index.ts';
import { errors } from '../../wire/index.ts';
import type { Guard } from './guard.ts';
import { leastRoleFor } from './roles.ts';

/** Routes that a person of a lesser role is refused say so in their description. */
export function describeRoles(app: App, guard: Guard): void {
  const withSession: unknown[] = [guard.key, guard.read, guard.manage, guard.orderKey, guard.person];
  app.addHook('onRoute', ({ method, url, onRequest, schema }) => {
    if (!schema || schema.hide || !withSession.includes(onRequest)) return;
    if (leastRoleFor(String(method), url) === 'viewer') return;
    schema.response = Object.assign({}, errors('forbidden'), schema.response);
  });
}
