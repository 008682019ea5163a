import { join } from 'node:path';
import { startProcess } from './process.ts';

const apiKey = '5f0c1e6d2b3a4c5d6e7f8091';

interface Order {
  _id: string;
  orderStatus: string;
  orderTotal: number;
  orderFirstname: string;
  orderLastname: string;
  orderAddr1: string;
  orderAddr2: string;
  orderState: string;
  orderPostcode: string;
  orderEmail: string;
  orderComment: string;
  orderProducts: Record<string, { link: string; quantity: number }>;
}

/** Starts an installed expressCart on loopback, with its owner's access to orders. */
export async function startExpressCart(installation: string) {
  const running = await startProcess([join(installation, 'instance.mjs'), 'serve'], {
    cwd: installation,
    env: { EXPRESSCART_API_KEY: apiKey },
  });
  const url = `http://127.0.0.1:${running.port}`;
  async function ask<T>(path: string, body?: Record<string, string>): Promise<T> {
    const response = await fetch(`${url}${path}`, {
      headers: { apikey: apiKey },
      ...(body && { method: 'POST', body: new URLSearchParams(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The shop refused its owner: ${path} ${response.status} ${text}`);
    return JSON.parse(text);
  }
  /** Ten orders, oldest first. */
  const ordersOn = async (page: number) =>
    (await ask<{ orders: { data: Order[]; totalItems: number } }>(`/admin/orders/${page}`)).orders;
  async function orders(): Promise<Order[]> {
    const { data, totalItems } = await ordersOn(1);
    for (let page = 2; data.length < totalItems; page += 1) data.push(...(await ordersOn(page)).data);
    return data;
  }
  return {
    url,
    orders,
    /** Ships an order, then completes it. */
    async advance(id: string): Promise<void> {
      const order = (await orders()).find(({ _id }) => _id === id);
      const status = order?.orderStatus === 'Shipped' ? 'Completed' : 'Shipped';
      await ask('/admin/order/statusupdate', { order_id: id, status });
    },
    async register(email: string, password: string): Promise<void> {
      const address = { address1: '1 Main St', country: 'United States', state: 'TX', postcode: '78701' };
      await ask('/customer/create', {
        email,
        password,
        firstName: 'Ernie',
        lastName: 'E',
        phone: '5125550100',
        ...address,
      });
    },
    stop: () => running.stop(),
  };
}
