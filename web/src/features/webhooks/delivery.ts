import type { ListWebhookDeliveriesOutput } from '../../../../sdk/src/index.ts';

export type Delivery = ListWebhookDeliveriesOutput['deliveries'][number];
