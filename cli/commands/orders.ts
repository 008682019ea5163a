import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { errorOf } from '../../sdk/src/errors.ts';
import type { AdvanceSandboxOrderInput, Order } from '../../sdk/src/index.ts';
import { argument, type Command, choice, exitCodes, show, text, UsageError, wholeNumber } from '../command.ts';
import { money, plain, table } from '../format.ts';
import { orderBody, orderOptions } from '../order-body.ts';
import { request } from '../request.ts';
import { orderLine } from '../show-order.ts';
import { watchOptions, watchOrder } from '../watch-order.ts';

type To = AdvanceSandboxOrderInput['body']['to'];
const steps: readonly To[] = ['in_transit', 'late', 'delivered', 'undeliverable', 'cancelled_by_retailer'];

const filters = ['status', 'search', 'retailer', 'created-after', 'created-before'] as const;

export const orderCommands: Command[] = [
  {
    name: 'orders create',
    usage: '[product url …]',
    summary: 'Place an order',
    examples: [
      'orders create --example --watch',
      'orders create https://www.walmart.com/ip/986325010 --max-price 49.99 --ship-to address.json',
      'orders create --example --fault price_rise',
    ],
    options: {
      ...orderOptions,
      'idempotency-key': { type: 'string', help: 'A retry with the same key does not place a second order' },
      fault: { type: 'string', help: 'Failure to simulate at the sandbox store, such as price_rise' },
      clock: { type: 'string', help: 'Test clock for the sandbox order' },
      watch: { type: 'boolean', help: 'Wait for the order, like orders watch' },
      ...watchOptions,
    },
    async run(context) {
      const clock = text(context, 'clock');
      const fault = text(context, 'fault');
      const body = { ...(await orderBody(context)), ...(clock === undefined ? {} : { test_clock: clock }) };
      const order = await context.client.createOrder(
        { body },
        {
          idempotencyKey: text(context, 'idempotency-key'),
          ...(fault === undefined ? {} : { headers: { 'Errand-Test-Fault': fault } }),
        },
      );
      if (context.options.watch) return watchOrder(context, order.id);
      show(context, order, () => orderLine(context, order));
      context.err(`\nTrack it: errand orders watch ${order.id}\n`);
      return exitCodes.fine;
    },
  },
  {
    name: 'orders list',
    summary: 'List your orders, newest first',
    options: {
      limit: { type: 'string', help: 'How many (default: 20)' },
      status: { type: 'string', help: 'Only with this status, such as order_placed' },
      search: { type: 'string', help: 'Only with this ID or number' },
    },
    async run(context) {
      const limit = wholeNumber(context, 'limit', 20);
      const status = choice<Order['status']>(context, 'status');
      const search = text(context, 'search');
      const filter = { ...(status && { status_filter: status }), ...(search && { search }) };
      const orders: Order[] = [];
      for await (const order of context.client.each.listOrders({ ...filter, limit: Math.min(limit, 200) })) {
        orders.push(order);
        if (orders.length === limit) break;
      }
      const rows = () =>
        orders.map((each) => [[each.created_at], [each.id], [each.status], [each.retailer], [money(each.max_price)]]);
      show(context, orders, () =>
        orders.length === 0
          ? 'No orders yet.\n'
          : table(['Created', 'Order', 'Status', 'Retailer', 'Max price'], rows()),
      );
      return exitCodes.fine;
    },
  },
  {
    name: 'orders get',
    usage: '<order id>',
    summary: 'Show an order as JSON',
    async run(context) {
      const order = await context.client.getOrder({ order_id: argument(context, 0, 'order ID') });
      context.out(`${JSON.stringify(order, null, 2)}\n`);
      return exitCodes.fine;
    },
  },
  {
    name: 'orders watch',
    usage: '<order id>',
    summary: 'Follow an order until it is placed, shipped or delivered',
    options: watchOptions,
    run: (context) => watchOrder(context, argument(context, 0, 'order ID')),
  },
  {
    name: 'orders cancel',
    usage: '<order id>',
    summary: 'Cancel a pending order',
    async run(context) {
      const id = argument(context, 0, 'order ID');
      await context.client.cancelOrder({ order_id: id });
      show(context, { id, status: 'cancelled' }, () => `${id} canceled.\n`);
      return exitCodes.fine;
    },
  },
  {
    name: 'orders advance',
    usage: '<order id> <to>',
    summary: `Advance a sandbox order: ${steps.join(', ')}`,
    async run(context) {
      const to = steps.find((step) => step === argument(context, 1, `step: ${steps.join(', ')}`));
      if (!to) throw new UsageError(`A sandbox order can be advanced to ${steps.join(', ')}.`);
      const order = await context.client.advanceSandboxOrder({
        order_id: argument(context, 0, 'order ID'),
        body: { to },
      });
      show(context, order, () => orderLine(context, order));
      return exitCodes.fine;
    },
  },
  {
    name: 'orders track',
    usage: '<order id>',
    summary: "Track an order's packages. No key needed",
    isKeyless: true,
    async run(context) {
      const view = await context.client.trackOrder({ order_id: argument(context, 0, 'order ID') });
      if (context.options.json) {
        context.out(`${JSON.stringify(view, null, 2)}\n`);
        return exitCodes.fine;
      }
      context.out(`${view.current_status}, expected ${view.estimated_delivery_date ?? 'date unknown'}\n`);
      for (const shipment of view.shipments) {
        context.out(
          `\n${plain(shipment.carrier)} ${plain(shipment.tracking_number)}: ${shipment.status ?? 'not scanned yet'}\n`,
        );
        const rows = shipment.checkpoints.map((point) => [
          [point.checkpoint_time],
          [plain([point.city, point.state].filter(Boolean).join(', '))],
          [plain(point.message)],
        ]);
        if (rows.length > 0) context.out(table(['Time', 'Place', 'What happened'], rows));
      }
      return exitCodes.fine;
    },
  },
  {
    name: 'orders export',
    summary: 'Export your orders as CSV',
    options: {
      output: { type: 'string', short: 'o', help: 'Output file' },
      status: { type: 'string', help: 'Only with this status' },
      search: { type: 'string', help: 'Only with this ID, recipient, title or number' },
      retailer: { type: 'string', help: 'Only from this retailer' },
      'created-after': { type: 'string', help: 'Only from this time, such as 2026-08-21T00:00:00Z' },
      'created-before': { type: 'string', help: 'Only before this time' },
    },
    async run(context) {
      if (context.options.json) throw new UsageError('Exports are CSV. For JSON, use errand orders list --json.');
      const query = new URLSearchParams();
      for (const name of filters) {
        const value = text(context, name);
        if (value !== undefined) query.set(name === 'status' ? 'status_filter' : name.replace('-', '_'), value);
      }
      const answer = await request(context, `/orders/export?${query}`);
      if (!answer.ok) throw await errorOf(answer);
      const body = Readable.fromWeb((answer.body ?? new Blob([]).stream()) as ReadableStream);
      const output = text(context, 'output');
      if (output === undefined) {
        body.setEncoding('utf8');
        for await (const part of body) context.out(String(part));
      } else {
        await pipeline(body, createWriteStream(output));
        context.err(`Saved to ${output}.\n`);
      }
      return exitCodes.fine;
    },
  },
];
