import type { ListWebhookDeliveriesOutput } from '../../../../sdk/src/index.ts';

export type Delivery = ListWebhookDeliveriesOutput['deliveries'][number];

/** A pending delivery that failed before is retrying. */
export const deliveryStatusOf = ({ status, attempts, error, response_status: answer }: Delivery): string =>
  status === 'pending' && (attempts > 0 || answer !== null || error !== null) ? 'retrying' : status;

/** Why the last attempt failed, or what the endpoint returned. */
export const reasonOf = ({ error, response_status: answer }: Delivery): string =>
  error ?? (answer === null ? '–' : `Returned ${answer}`);
