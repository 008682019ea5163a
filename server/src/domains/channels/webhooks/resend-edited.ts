import { assertDefined } from '../../../kit/assert-defined.ts';
import { Invalid, notFound } from '../../../kit/failure.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import { newId } from '../../../kit/ids.ts';
import { type Database, inTransaction } from '../../../platform/database/index.ts';
import { destinationOf } from './model.ts';
import { wakeSender } from './queue-webhook.ts';
import { insertDeliveries, type Owner } from './sql.ts';
import { type DeliveryRow, findDelivery } from './sql-deliveries.ts';
import { findEndpoint } from './sql-endpoints.ts';

interface Edit {
  deliveryId: string;
  body: string;
}

/**
 * Sends an edited body to the endpoint of a delivery, as a new delivery. It is not an event, so resending the event
 * does not send it. Its message ID, which is signed, marks it as edited.
 */
export async function resendEdited(
  { database }: { database: Database },
  person: Owner & { email: string },
  { deliveryId, body }: Edit,
): Promise<DeliveryRow> {
  const owner = { accountId: person.accountId, world: person.world };
  return inTransaction(database.db, async (tx) => {
    const original = await findDelivery(tx, owner, deliveryId);
    if (!original) throw notFound();
    const endpoint = original.endpoint_id === null ? null : await findEndpoint(tx, owner, original.endpoint_id);
    if (!endpoint) throw invalid('Only deliveries to an endpoint that still exists can be edited');
    const id = newId();
    const message = {
      ...owner,
      event: original.event,
      subject: { kind: original.subject_kind, id: original.subject_id },
      orderId: original.order_id,
      urls: [endpoint.url],
      body: checkedBody(original.body, body),
      endpoint: { id: endpoint.id, eventId: null },
      isReplay: true,
      edited: { from: original.id, by: person.email },
    };
    await insertDeliveries(tx, message, [{ id, url: endpoint.url, ...destinationOf(endpoint.url) }]);
    await wakeSender(tx, owner);
    return assertDefined(await findDelivery(tx, owner, id));
  });
}

/** An edit can change an object's fields, but not the event's type or object. */
function checkedBody(before: string, after: string): string {
  const edited = parseObject(after);
  if (edited === null) throw invalid('Value should be a JSON object');
  if (identityOf(edited) !== identityOf(parseObject(before))) {
    throw invalid('`type` and `data.id` should match the original delivery');
  }
  // Serialized again: if a name occurs twice, receivers might read the other value.
  return JSON.stringify(edited);
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function identityOf(value: object | null): string {
  const { type, data } = fieldsOf(value);
  return JSON.stringify([type, fieldsOf(data).id]);
}

const invalid = (msg: string): Invalid => new Invalid([{ loc: ['body', 'body'], msg, type: 'value_error' }]);
