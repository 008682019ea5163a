import { metadataOf, type Reply, type StandInCharge } from './stripe-objects.ts';

/** What saved cards need from the stand-in. */
interface Bank {
  charges: Map<string, StandInCharge>;
  problems: string[];
  state: { authorizationSeconds: number };
  now(): Date;
  newId(prefix: string): string;
  failure(status: number, type: string, message: string, code?: string): Reply;
  intentOf(charge: StandInCharge): Reply;
}

/** Authorizes a saved card. Its name decides the result, like a token's. */
export function authorizeCard(
  { charges, problems, state, now, newId, failure, intentOf }: Bank,
  form: URLSearchParams,
  card: string,
  amount: number,
): Reply {
  if (form.get('capture_method') !== 'manual' || form.get('off_session') !== 'true')
    problems.push('not an authorization');
  const metadata = metadataOf(form);
  const number = Number(metadata.number);
  const isDeclined = card.includes('declined') || (card.includes('once') && number > 1);
  if (isDeclined) return failure(402, 'card_error', 'Your card was declined.', 'card_declined');
  const created = Math.floor(now().getTime() / 1000);
  const charge: StandInCharge = {
    id: newId('pi'),
    status: 'requires_capture',
    amount,
    token: card,
    paymentId: '',
    metadata,
    created,
    refunds: [],
    customer: form.get('customer') ?? '',
    captureBefore: created + state.authorizationSeconds,
  };
  charges.set(charge.id, charge);
  return intentOf(charge);
}

/** Captures all or part of it, once. */
export function captureIntent(
  { charges, problems, now, failure, intentOf }: Bank,
  id: string,
  form: URLSearchParams,
): Reply {
  const charge = charges.get(id);
  const amount = Number(form.get('amount_to_capture'));
  const isExpired = (charge?.captureBefore ?? 0) <= now().getTime() / 1000;
  if (charge?.status !== 'requires_capture' || isExpired || charge.token.includes('uncapturable')) {
    return failure(
      400,
      'invalid_request_error',
      'This PaymentIntent could not be captured.',
      'charge_expired_for_capture',
    );
  }
  if (!(amount > 0) || amount > charge.amount) {
    problems.push(`a capture of ${amount} for ${id} (${charge.amount})`);
    return failure(400, 'invalid_request_error', 'The amount to capture is greater than the amount authorized.');
  }
  charge.status = 'succeeded';
  charge.received = amount;
  return intentOf(charge);
}
