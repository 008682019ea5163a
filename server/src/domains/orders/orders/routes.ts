import type { App } from '../../../platform/http/index.ts';
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
    ActionRouteNeeds {}

export function orderRoutes(app: App, needs: OrderRouteNeeds): void {
  acceptRoutes(app, needs);
  cancelRoutes(app, needs);
  listRoutes(app, needs);
  readRoutes(app, needs);
  actionRoutes(app, needs);
}
