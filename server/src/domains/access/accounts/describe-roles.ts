import type { App } from '../../../platform/http/index.ts';
import { errorResponses } from '../../../wire/index.ts';
import type { Guard } from './guard.ts';
import { leastRoleFor } from './roles.ts';

/** Adds the least role to a route's description, so that clients can hide what a person may not do. */
export function describeRoles(app: App, guard: Guard): void {
  const withSession: unknown[] = [guard.key, guard.read, guard.manage, guard.policies, guard.orderKey, guard.person];
  app.addHook('onRoute', ({ method, url, onRequest, schema }) => {
    if (!schema || schema.hide || !withSession.includes(onRequest)) return;
    const least = leastRoleFor(String(method), url);
    if (least === 'viewer') return;
    Object.assign(schema, { 'x-least-role': least });
    schema.response = Object.assign({}, errorResponses('forbidden'), schema.response);
  });
}
