import type { Address, Refused } from '../contract.ts';
import { refuse } from '../refuse.ts';
import type { Store } from '../store.ts';
import type { Session } from './checkout.ts';
import { destinationOf } from './checkout.ts';
import { handlersIn, type Version } from './profile.ts';
import { paymentOf, type UcpPayment } from './settings.ts';

/** The configured payment instrument, if the store offers it. No other is tried. */
export function paymentFor(
  store: Store,
  session: Session,
  { version, token, billTo }: { version: Version; token: string | undefined; billTo: Address },
): Record<string, unknown> | Refused {
  const configured = paymentOf(store);
  const offered = handlersIn(session.answer);
  if (!configured) {
    if (offered.length === 0) return {};
    const names = offered.map(({ id, name }) => name ?? id).join(', ');
    return refuse('payment_declined', `The store accepts ${names}. Set "payment" to one of them.`);
  }
  const handler = offered.find(({ id, name }) => id === configured.handler || name === configured.handler);
  if (!handler || (handler.types !== null && !handler.types.includes(configured.type))) {
    const method = `${configured.type} by ${configured.handler}`;
    return refuse('payment_declined', `The store does not accept ${method}.`);
  }
  const { id: _id, ...billing } = destinationOf(billTo);
  const instrument = {
    id: 'instrument-1',
    handler_id: handler.id,
    type: configured.type,
    billing_address: billing,
    ...(token === undefined ? {} : { credential: credentialOf(configured, token) }),
  };
  if (version === '2026-01-11') return { payment_data: instrument };
  return { payment: { instruments: [{ ...instrument, selected: true }] } };
}

const credentialOf = (
  { credential_type: type = 'token', credential_field: field = 'token' }: UcpPayment,
  token: string,
) => ({
  type,
  [field]: token,
});
