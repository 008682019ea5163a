import { argument, type Command, exitCodes } from '../command.ts';
import { plain, table } from '../format.ts';

export const ordersTrack: Command = {
  name: 'orders track',
  usage: '<order id>',
  summary: 'Track the parcels of an order. No key needed',
  argumentsMax: 1,
  isKeyless: true,
  async run(context) {
    const view = await context.client.trackOrder({ order_id: argument(context, 0, 'order') });
    if (context.options.json) {
      context.out(`${JSON.stringify(view, null, 2)}\n`);
      return exitCodes.fine;
    }
    context.out(`${view.current_status}, expected ${view.estimated_delivery_date ?? 'date not known yet'}\n`);
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
};
