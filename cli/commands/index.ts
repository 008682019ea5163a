import type { Command } from '../command.ts';
import { api } from './api.ts';
import { bulkPlace } from './bulk-place.ts';
import { bulkResults } from './bulk-results.ts';
import { bulkTemplate } from './bulk-template.ts';
import { bulkValidate } from './bulk-validate.ts';
import { casesGet, casesList, casesPost } from './cases.ts';
import { clocksAdvance, clocksCreate, clocksDelete, clocksList } from './clocks.ts';
import { deliveriesGet, deliveriesList, deliveriesResend } from './deliveries.ts';
import { endpointsCreate, endpointsDelete, endpointsHealth, endpointsList, endpointsTest } from './endpoints.ts';
import { eventsList, eventsResend } from './events.ts';
import { keysForget, keysShow, keysUse } from './keys.ts';
import { keysMint } from './keys-mint.ts';
import { login } from './login.ts';
import { mcp } from './mcp.ts';
import { open } from './open.ts';
import { ordersAdvance } from './orders-advance.ts';
import { ordersCancel } from './orders-cancel.ts';
import { ordersCreate } from './orders-create.ts';
import { ordersExport } from './orders-export.ts';
import { ordersGet } from './orders-get.ts';
import { ordersList } from './orders-list.ts';
import { ordersTrack } from './orders-track.ts';
import { ordersWatch } from './orders-watch.ts';
import { policySet, policyShow } from './policy.ts';
import { product } from './product.ts';
import { quote } from './quote.ts';
import { requestsGet, requestsList, requestsTail } from './requests.ts';
import { returnsCreate, returnsGet, returnsList } from './returns.ts';
import { search } from './search.ts';
import { serviceCommands } from './service.ts';
import { storesCheck, storesList } from './stores.ts';
import { trigger } from './trigger.ts';
import { wallet, walletCards, walletCardsAdd, walletCardsRemove, walletTransactions } from './wallet.ts';
import { listen, webhooksListen } from './webhooks-listen.ts';

export const allCommands: Command[] = [
  login,
  search,
  product,
  quote,
  ordersCreate,
  ordersList,
  ordersGet,
  ordersWatch,
  ordersCancel,
  ordersAdvance,
  ordersTrack,
  ordersExport,
  clocksCreate,
  clocksList,
  clocksAdvance,
  clocksDelete,
  returnsList,
  returnsGet,
  returnsCreate,
  casesList,
  casesGet,
  casesPost,
  walletTransactions,
  walletCards,
  walletCardsAdd,
  walletCardsRemove,
  wallet,
  keysShow,
  keysMint,
  keysUse,
  keysForget,
  policyShow,
  policySet,
  storesList,
  storesCheck,
  listen,
  webhooksListen,
  trigger,
  eventsList,
  eventsResend,
  endpointsList,
  endpointsCreate,
  endpointsDelete,
  endpointsHealth,
  endpointsTest,
  deliveriesList,
  deliveriesGet,
  deliveriesResend,
  requestsList,
  requestsGet,
  requestsTail,
  api,
  bulkTemplate,
  bulkValidate,
  bulkPlace,
  bulkResults,
  mcp,
  open,
  ...serviceCommands,
];
