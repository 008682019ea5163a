import type { App } from '../../../platform/http/index.ts';
import { createRouter, type Guard } from '../../access/accounts/index.ts';
import { type AcceptRouteNeeds, acceptRoutes } from './routes-accept.ts';
import { type ActionRouteNeeds, actionRoutes } from './routes-actions.ts';
import { type CancelRouteNeeds, cancelRoutes } from './routes-cancel.ts';
import { type ListRouteNeeds, listRoutes } from './routes-list.ts';
import { type ReadRouteNeeds, readRoutes } from './routes-read.ts';

export interface OrderRouteNeeds
  extends AcceptRouteNeeds,
    CancelRouteNeeds,
    ListRouteNeeds,
    ReadRouteNeeds,
    ActionRouteNeeds {
  guard: Guard;
}

export function orderRoutes(app: App, needs: OrderRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Orders');
  acceptRoutes(router, needs);
  cancelRoutes(router, needs);
  listRoutes(router, needs);
  readRoutes(router, needs);
  actionRoutes(router, needs);
}
