import type { App } from '../../../platform/http/index.ts';
import { errorResponses } from '../../../wire/index.ts';
import type { Guard } from './guard.ts';
import { leastRoleFor } from './roles.ts';

/** Routes that a person of a lesser role is refused say so in their description, and which role it takes: clients can hide them. */
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
