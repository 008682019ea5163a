import { useEffect, useState } from 'react';
import { useData } from '../lib/data.ts';
import { orderName } from '../lib/products.ts';
import { useRetailerName } from '../lib/retailers.ts';
import { orderPlaceWords, placeOf, returnReasonWords, returnStatusWords } from '../lib/words.ts';
import type { IconName } from '../ui/icon.tsx';
import { navGroups, pageRoutes } from './routes.tsx';

export interface Found {
  icon: IconName;
  title: string;
  note: string;
  to: string;
}

/** Fewer letters fit everything. */
const lettersLeast = 2;
const pause = 200;

/** What is asked of the service waits until the typing pauses. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const fits = (text: string, ...parts: (string | null)[]): boolean =>
  parts.some((part) => part?.toLowerCase().includes(text.toLowerCase()));

function pagesLike(text: string, isOperator: boolean): Found[] {
  return pageRoutes.flatMap(({ path, nav }) =>
    nav && (nav.group !== 'operator' || isOperator) && fits(text, nav.label)
      ? [{ icon: nav.icon, title: nav.label, note: navGroups[nav.group] || 'Page', to: path }]
      : [],
  );
}

/** Everything of the account that fits, in the world that is shown; for operators everything of everybody. */
export function useFindings(text: string, isOperator: boolean): { found: Found[]; isLooking: boolean } {
  const asked = useSettled(text);
  const enabled = asked.length >= lettersLeast;
  const nameOf = useRetailerName();
  const orders = useData(
    ['orders', 'found', asked],
    (api, options) => api.listOrders({ search: asked, limit: 6 }, options),
    { enabled },
  );
  const returns = useData(
    ['returns', 'found', asked],
    (api, options) => api.listReturns({ search: asked, limit: 4 }, options),
    { enabled },
  );
  const batches = useData(['batches', 'found'], (api, options) => api.listBulkOrders({ limit: 50 }, options), {
    enabled,
  });
  const accounts = useData(['accounts', 'found'], (api, options) => api.listManagedAccounts({ limit: 200 }, options), {
    enabled,
  });
  const keys = useData(['keys', 'found'], (api, options) => api.listKeys({ limit: 200 }, options), { enabled });
  const all = useData(['operator-found', asked], (api, options) => api.searchAsOperator({ q: asked }, options), {
    enabled: enabled && isOperator,
  });
  const pages = pagesLike(text, isOperator);
  if (!enabled) return { found: pages.slice(0, 8), isLooking: text.length >= lettersLeast };
  const found: Found[] = [
    ...pages.slice(0, 4),
    ...(orders.data?.orders ?? []).map((order) => ({
      icon: 'box' as const,
      title: orderName(order),
      note: `${orderPlaceWords[placeOf(order)].label} · ${order.shipping_address.first_name} ${order.shipping_address.last_name} · ${nameOf(order.retailer)}`,
      to: `/app/orders/${order.id}`,
    })),
    ...(returns.data?.return_requests ?? []).map((entry) => ({
      icon: 'back' as const,
      title: `Return: ${returnReasonWords[entry.reason]}`,
      note: returnStatusWords[entry.status].label,
      to: `/app/returns/${entry.id}`,
    })),
    ...(batches.data?.batches ?? [])
      .filter((batch) => fits(asked, batch.filename, batch.id))
      .map((batch) => ({
        icon: 'rows' as const,
        title: batch.filename ?? 'Batch',
        note: 'Bulk order',
        to: `/app/bulk/${batch.id}`,
      })),
    ...(accounts.data?.credentials ?? [])
      .filter((account) => fits(asked, account.email, account.short_id, account.retailer))
      .map((account) => ({
        icon: 'people' as const,
        title: account.email,
        note: 'Retailer account',
        to: `/app/accounts/${account.short_id}`,
      })),
    ...(keys.data?.keys ?? [])
      .filter((key) => fits(asked, key.label, key.id))
      .map((key) => ({ icon: 'key' as const, title: key.label, note: 'API key', to: '/app/keys' })),
    ...(all.data?.results ?? []).map((one) => ({
      icon: operatorIcons[one.kind],
      title: one.title,
      note: `${one.note}${one.world ? ` · ${one.world === 'live' ? 'Live' : 'Sandbox'}` : ''}`,
      to: `/app/operator/${operatorPages[one.kind]}/${one.page_id}`,
    })),
  ];
  const isLooking = asked !== text || orders.isFetching || (isOperator && all.isFetching);
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
