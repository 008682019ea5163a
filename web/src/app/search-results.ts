import { useEffect, useState } from 'react';
import { useData } from '../lib/data.ts';
import {
  caseReasonLabels,
  caseStateLabels,
  orderPlaceLabels,
  placeOf,
  returnReasonLabels,
  returnStatusLabels,
} from '../lib/labels.ts';
import { orderName } from '../lib/products.ts';
import { useRetailerName } from '../lib/retailers.ts';
import { type PluginName, useHasPlugin } from '../lib/session.ts';
import type { IconName } from '../ui/icon.tsx';
import { navGroups, operatorGroups } from './page-route.ts';
import { pageRoutes } from './routes.tsx';

export interface SearchResult {
  icon: IconName;
  title: string;
  note: string;
  to: string;
}

/** Fewer letters match everything. */
const lettersMin = 2;
const pause = 200;

/** The service is queried once typing pauses. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const matchesText = (text: string, ...parts: (string | null)[]): boolean =>
  parts.some((part) => part?.toLowerCase().includes(text.toLowerCase()));

function matchingPages(text: string, isOperator: boolean, hasPlugin: (name: PluginName) => boolean): SearchResult[] {
  const pages = pageRoutes.filter(({ plugin }) => plugin === undefined || hasPlugin(plugin));
  return pages.flatMap(({ path, nav }) =>
    nav && (isOperator || !operatorGroups.includes(nav.group)) && matchesText(text, nav.label)
      ? [{ icon: nav.icon, title: nav.label, note: navGroups[nav.group] || 'Page', to: path }]
      : [],
  );
}

/** Orders and returns are searched by the service. Shorter lists are loaded once and searched here. */
function useLists(asked: string, enabled: boolean, isOperator: boolean) {
  const all = { enabled };
  return {
    orders: useData(['orders', 'found', asked], (api, to) => api.listOrders({ search: asked, limit: 6 }, to), all),
    returns: useData(['returns', 'found', asked], (api, to) => api.listReturns({ search: asked, limit: 4 }, to), all),
    batches: useData(['batches', 'found'], (api, to) => api.listBulkOrders({ limit: 50 }, to), all),
    accounts: useData(['accounts', 'found'], (api, to) => api.listManagedAccounts({ limit: 200 }, to), all),
    keys: useData(['keys', 'found'], (api, to) => api.listKeys({ limit: 200 }, to), all),
    cases: useData(['cases', 'found'], (api, to) => api.listCases({ limit: 100 }, to), all),
    endpoints: useData(['endpoints'], (api, to) => api.listWebhookEndpoints({}, to), all),
    team: useData(['team'], (api, to) => api.getTeam({}, to), all),
    everybody: useData(['operator-found', asked], (api, to) => api.searchAsOperator({ q: asked }, to), {
      enabled: enabled && isOperator,
    }),
  };
}

type Lists = ReturnType<typeof useLists>;

/** Orders, returns, cases and batches. */
const matchingOrders = ({ orders, returns, batches, cases }: Lists, asked: string, nameOf: (id: string) => string) => [
  ...(orders.data?.orders ?? []).map((order) => ({
    icon: 'box' as const,
    title: orderName(order),
    note: `${orderPlaceLabels[placeOf(order)].label} · ${order.shipping_address.first_name} ${order.shipping_address.last_name} · ${nameOf(order.retailer)}`,
    to: `/app/orders/${order.id}`,
  })),
  ...(returns.data?.return_requests ?? []).map((entry) => ({
    icon: 'back' as const,
    title: `Return: ${returnReasonLabels[entry.reason]}`,
    note: returnStatusLabels[entry.status].label,
    to: `/app/returns/${entry.id}`,
  })),
  ...(cases.data?.cases ?? [])
    .filter((one) => matchesText(asked, caseReasonLabels[one.reason], one.last_message.body, one.order_id))
    .map((one) => ({
      icon: 'chat' as const,
      title: caseReasonLabels[one.reason],
      note: `Case, ${caseStateLabels[one.state].label.toLowerCase()}`,
      to: `/app/cases/${one.order_id}`,
    })),
  ...(batches.data?.batches ?? [])
    .filter((batch) => matchesText(asked, batch.filename, batch.id))
    .map((batch) => ({
      icon: 'rows' as const,
      title: batch.filename ?? 'Batch',
      note: 'Bulk order',
      to: `/app/bulk/${batch.id}`,
    })),
];

const matchingSettings = ({ accounts, keys, endpoints, team }: Lists, asked: string) => [
  ...(accounts.data?.credentials ?? [])
    .filter((account) => matchesText(asked, account.email, account.short_id, account.retailer))
    .map((account) => ({
      icon: 'people' as const,
      title: account.email,
      note: 'Retailer account',
      to: `/app/accounts/${account.short_id}`,
    })),
  ...(keys.data?.keys ?? [])
    .filter((key) => matchesText(asked, key.label, key.id))
    .map((key) => ({
      icon: 'key' as const,
      title: key.label,
      note: 'API key',
      to: key.revoked_at === null ? `/app/keys?change=${key.id}` : '/app/keys',
    })),
  ...(endpoints.data?.endpoints ?? [])
    .filter((endpoint) => matchesText(asked, endpoint.url))
    .map((endpoint) => ({
      icon: 'webhook' as const,
      title: endpoint.url,
      note: 'Webhook endpoint',
      to: `/app/webhooks?endpoint=edit:${endpoint.id}`,
    })),
  ...(team.data?.people ?? [])
    .filter((member) => matchesText(asked, member.name, member.email))
    .map((member) => ({
      icon: 'people' as const,
      title: member.name ?? member.email,
      note: `Team, ${member.role}`,
      to: '/app/team',
    })),
];

/** Everything in the account that matches, in this mode. Operators also search all accounts. */
export function useSearchResults(text: string, isOperator: boolean): { found: SearchResult[]; isLooking: boolean } {
  const asked = useDebounced(text);
  const enabled = asked.length >= lettersMin;
  const nameOf = useRetailerName();
  const lists = useLists(asked, enabled, isOperator);
  const pages = matchingPages(text, isOperator, useHasPlugin());
  if (!enabled) return { found: pages.slice(0, 8), isLooking: text.length >= lettersMin };
  const found: SearchResult[] = [
    ...pages.slice(0, 4),
    ...matchingOrders(lists, asked, nameOf),
    ...matchingSettings(lists, asked),
    ...(lists.everybody.data?.results ?? []).map((one) => ({
      icon: operatorIcons[one.kind],
      title: one.title,
      note: `${one.note}${one.world ? ` · ${one.world === 'live' ? 'Live' : 'Sandbox'}` : ''}`,
      to: `/app/operator/${operatorPages[one.kind]}/${one.page_id}`,
    })),
  ];
  const isLooking = asked !== text || lists.orders.isFetching || (isOperator && lists.everybody.isFetching);
  return { found, isLooking };
}

const operatorIcons = {
  order: 'box',
  parcel: 'truck',
  customer: 'people',
  key: 'key',
  mail: 'chat',
} as const satisfies Record<string, IconName>;

const operatorPages = {
  order: 'orders',
  parcel: 'parcels',
  customer: 'customers',
  key: 'keys',
  mail: 'mails',
} as const satisfies Record<keyof typeof operatorIcons, string>;
