import type { Command } from '../command.ts';
import { api } from './api.ts';
import { bulkCommands } from './bulk.ts';
import { caseCommands } from './cases.ts';
import { clockCommands } from './clocks.ts';
import { deliveryCommands } from './deliveries.ts';
import { docs } from './docs.ts';
import { endpointCommands } from './endpoints.ts';
import { eventCommands } from './events.ts';
import { keyCommands } from './keys.ts';
import { login } from './login.ts';
import { mcp } from './mcp.ts';
import { open } from './open.ts';
import { orderCommands } from './orders.ts';
import { policyCommands } from './policy.ts';
import { productCommands } from './products.ts';
import { requestCommands } from './requests.ts';
import { returnCommands } from './returns.ts';
import { serviceCommands } from './service.ts';
import { storeCommands } from './stores.ts';
import { trigger } from './trigger.ts';
import { walletCommands } from './wallet.ts';
import { listen, webhooksListen } from './webhooks-listen.ts';

/** By heading, in the order of the help. */
export const commandGroups: Record<string, Command[]> = {
  'Buy and return': [...productCommands, ...orderCommands, ...returnCommands, ...caseCommands, ...bulkCommands],
  'Your account': [login, ...keyCommands, ...walletCommands, ...policyCommands, ...storeCommands],
  Develop: [
    listen,
    webhooksListen,
    trigger,
    ...eventCommands,
    ...endpointCommands,
    ...deliveryCommands,
    ...requestCommands,
    ...clockCommands,
    api,
    mcp,
    docs,
    open,
  ],
  'Run the service': serviceCommands,
};
