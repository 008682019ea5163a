import type { ListWebhookDeliveriesOutput } from '../../../../sdk/src/index.ts';

export type Delivery = ListWebhookDeliveriesOutput['deliveries'][number];

/** Why the last attempt failed, or what the endpoint returned. */
export const reasonOf = ({ error, response_status: answer }: Delivery): string =>
  error ?? (answer === null ? '–' : `Returned ${answer}`);
