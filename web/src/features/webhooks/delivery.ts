import type { ListWebhookDeliveriesOutput } from '../../../../sdk/src/index.ts';

export type Delivery = ListWebhookDeliveriesOutput['deliveries'][number];

/** One that waits after an answer that was no success has failed once, and is tried again: that is no mere waiting. */
export const deliveryStatusOf = ({ status, attempts, error, response_status: answer }: Delivery): string =>
  status === 'pending' && (attempts > 0 || answer !== null || error !== null) ? 'retrying' : status;

/** Why the last attempt failed, or what the endpoint returned. */
export const reasonOf = ({ error, response_status: answer }: Delivery): string =>
  error ?? (answer === null ? '–' : `Returned ${answer}`);
