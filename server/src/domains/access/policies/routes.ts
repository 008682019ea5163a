import type { App } from '../../../platform/http/index.ts';
import { createRouter } from '../accounts/index.ts';
import type { RouteNeeds } from './route-needs.ts';
import { accountRoutes } from './routes-account.ts';
import { groupRoutes } from './routes-groups.ts';
import { keyRoutes } from './routes-keys.ts';
import { readRoutes } from './routes-read.ts';

export function policyRoutes(app: App, needs: RouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Policies');
  keyRoutes(router, needs);
  accountRoutes(router, needs);
  groupRoutes(router, needs);
  readRoutes(router, needs);
}
