import { fieldsOf, listOf, textOf } from '../../../src/kit/fields.ts';
import { type Json, type Line, priceOf, type Reply, type Seen, type Session, type State } from './state.ts';

const linesIn = (value: unknown): Line[] =>
  listOf(value)
    .map(fieldsOf)
    .map(({ id, item, quantity }) => ({
      id: String(id),
      item: { id: String(fieldsOf(item).id) },
      quantity: Number(quantity),
    }));

/** What a store without extensions takes with create. */
const plainFields = ['line_items', 'buyer', 'context', 'shipping_address'];

export function create(state: State, body: Json, createdWith: string | null): Reply {
  const unknown = Object.keys(body).find((field) => !plainFields.includes(field));
  if (state.faults.isPlain && unknown !== undefined) {
    return { status: 400, body: { type: 'invalid_data', message: `Unrecognized fields: '${unknown}'` } };
  }
  const lines = linesIn(body.line_items).map((line, index) => ({ ...line, id: `li_${index}` }));
  if (lines.some(({ item }) => priceOf(item.id) === null)) {
    const messages = [{ type: 'error', code: 'not_found', content: 'No such item.', severity: 'unrecoverable' }];
    return { status: 200, body: { ucp: { status: 'error' }, messages } };
  }
  const id = `chk_${state.sessions.size + 1}_${Math.random().toString(36).slice(2)}`;
  const session: Session = { id, status: 'incomplete', lines, delivery: [], orderId: null, reads: 0, createdWith };
  state.sessions.set(id, session);
  deliver(state, session, body);
  return { status: 201, body: show(state, session) };
}

export function update(state: State, session: Session, body: Json): void {
  const lines = body.line_items || !state.faults.alwaysAdds ? linesIn(body.line_items) : session.lines;
  if (state.faults.addsOnUpdate || state.faults.alwaysAdds) {
    for (const line of session.lines)
      line.quantity += lines.find(({ item }) => item.id === line.item.id)?.quantity ?? 0;
  } else if (body.line_items) session.lines = lines;
  deliver(state, session, body);
}

/** The address is taken over under a name of the store's own; an option has to be chosen with another update. */
function deliver({ faults }: State, session: Session, body: Json): void {
  const [chosen] = listOf(fieldsOf(body.fulfillment).methods);
  const plain = faults.isPlain && body.shipping_address ? { destinations: [body.shipping_address] } : undefined;
  if (!chosen && !plain) return;
  const method: Json = { ...fieldsOf(chosen), ...plain };
  const place = fieldsOf(listOf(method.destinations)[0]);
  const option = textOf(fieldsOf(listOf(method.groups)[0]).selected_option_id);
  const street = faults.address === 'changed' ? { street_address: '1 Elsewhere Road' } : {};
  session.delivery = [
    {
      id: 'ship_1',
      type: 'shipping',
      line_item_ids: session.lines.map(({ id }) => id),
      selected_destination_id: 'dest_1',
      destinations: [{ ...place, id: 'dest_1', ...street }],
      groups: [
        {
          id: 'pack_1',
          selected_option_id: option ?? null,
          options: [
            { id: 'fast', title: 'Fast', totals: [{ type: 'total', amount: 1500 }] },
            { id: 'slow', title: 'Slow', totals: [{ type: 'total', amount: 500 }] },
          ],
        },
      ],
    },
  ];
  const isChosen = option !== undefined;
  session.status =
    faults.escalates === 'at first' ? 'requires_escalation' : isChosen ? 'ready_for_complete' : 'incomplete';
}

const shownOf =
  ({ address }: State['faults']) =>
  ({ destinations, ...method }: Json): Json =>
    address === 'left out' ? method : { ...method, destinations };

export function show({ faults, origin }: State, session: Session): Json {
  session.reads += 1;
  const [method] = session.delivery;
  const option = method?.groups[0]?.selected_option_id;
  const fulfillment = option === 'slow' ? 500 : option === 'fast' ? 1500 : 0;
  const subtotal = session.lines.reduce((sum, { item, quantity }) => sum + (priceOf(item.id) ?? 0) * quantity, 0);
  const tax = Math.round(subtotal / 10);
  const later = session.reads > 3 ? faults.dearerLater : 0;
  const total = subtotal + tax + fulfillment + later - (faults.totals === 'too low' ? 100 : 0);
  const totals = [
    { type: 'subtotal', amount: faults.totals === 'lines differ' ? subtotal - 100 : subtotal },
    { type: 'fulfillment', amount: fulfillment },
    { type: 'tax', amount: tax + later + (faults.totals === 'lines differ' ? 100 : 0) },
    { type: 'total', amount: total },
    ...(faults.totals === 'twice' ? [{ type: 'total', amount: total }] : []),
  ];
  const handlers = faults.handlers.map(({ name, id, types }) => [
    name,
    [{ id, version: faults.version, ...(types ? { available_instruments: types.map((type) => ({ type })) } : {}) }],
  ]);
  const missing = {
    type: 'error',
    code: 'missing',
    path: '$.payment',
    content: 'Payment is missing.',
    severity: 'recoverable',
  };
  const review = {
    type: 'error',
    code: 'review',
    path: '$',
    content: 'Confirm your age.',
    severity: 'requires_buyer_review',
  };
  return {
    ucp: { version: faults.version, payment_handlers: Object.fromEntries(handlers) },
    id: session.id,
    status: session.status,
    currency: faults.currency,
    line_items: session.lines.map(({ id, item, quantity }) => ({
      id,
      item: { ...item, title: 'x', price: priceOf(item.id) },
      quantity,
    })),
    totals,
    links: [
      { type: 'terms_of_service', url: `${origin}/terms` },
      { type: 'refund_policy', url: `${origin}/returns` },
    ],
    messages: session.status === 'requires_escalation' ? [review] : session.status === 'incomplete' ? [missing] : [],
    ...(faults.hasNoPage ? {} : { continue_url: `${origin}/continue/${session.id}/${session.reads}` }),
    ...(faults.address === 'hidden' ? {} : { fulfillment: { methods: session.delivery.map(shownOf(faults)) } }),
    ...(session.orderId === null ? {} : { order: { id: session.orderId, permalink_url: `${origin}/orders/1` } }),
  };
}

export function complete(state: State, session: Session, { headers, body }: Omit<Seen, 'operation'>): Reply {
  const { faults } = state;
  const once = headers['idempotency-key'];
  if (once === undefined) return { status: 400, body: { code: 'missing', content: 'Idempotency-Key is missing.' } };
  if (session.status !== 'ready_for_complete' && session.status !== 'completed')
    return { status: 200, body: show(state, session) };
  if (faults.putsOffComplete !== null) return { status: faults.putsOffComplete, body: { content: 'In progress.' } };
  if (faults.escalates === 'at complete') session.status = 'requires_escalation';
  const { payment, payment_data: first } = body;
  const instrument = fieldsOf(first ?? listOf(fieldsOf(payment).instruments)[0]);
  const isOffered = faults.handlers.length === 0 || faults.handlers.some(({ id }) => id === instrument.handler_id);
  if (faults.declines || !isOffered) {
    const messages = [
      { type: 'error', code: 'payment_failed', path: '$.payment', content: 'Declined.', severity: 'recoverable' },
    ];
    return { status: 200, body: { ...show(state, session), messages } };
  }
  if (session.status === 'ready_for_complete') {
    session.status = 'completed';
    session.orderId = `ord_${state.orders.size + 1}`;
    state.orders.set(session.orderId, { session, steps: 0, adjustments: [] });
  }
  if (faults.liesAboutComplete !== null)
    return { status: faults.liesAboutComplete, body: { content: 'Something broke.' } };
  return { status: 200, body: show(state, session) };
}

export function order(state: State, id: string): Json {
  const kept = state.orders.get(id);
  if (!kept)
    return { ucp: { status: 'error' }, messages: [{ type: 'error', code: 'not_found', content: 'No order.' }] };
  const { session, steps, adjustments } = kept;
  const lines = session.lines.map((line) => ({ id: line.id, quantity: line.quantity }));
  const events = ['shipped', 'delivered'].slice(0, steps).map((type, index) => ({
    id: `evt_${index}`,
    type,
    occurred_at: new Date(Date.UTC(2026, 8, 1 + index)).toISOString(),
    line_items: lines,
    tracking_number: '1Z999',
    carrier: 'UPS',
  }));
  return {
    ucp: {},
    id,
    currency: state.faults.currency,
    line_items: session.lines.map((line) => ({
      id: line.id,
      item: line.item,
      quantity: { original: line.quantity, total: line.quantity, fulfilled: steps > 0 ? line.quantity : 0 },
    })),
    fulfillment: { events },
    adjustments,
  };
}
