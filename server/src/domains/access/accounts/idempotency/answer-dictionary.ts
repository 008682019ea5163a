/**
 * Common parts of responses for new orders: with it, 1,200 bytes compress to about 150. Rows are unpacked with the
 * dictionary they were packed with, so never change or remove one. A better one gets the next number.
 */
const first = [
  '{"request_id":"',
  '"currency":"USD","payment":{"method":"","amount_cents":,"refunded_cents":0,"state":"authorized","authorized_cents":,"captured_cents":0,"fee_cents":0,"simulated":false,"receipt":null,"refunds":[]}',
  '"waiting_for":"action","next_action":{"id":"","kind":"approve","message":"Approve an order at  for at most $? A policy asks before it is bought.","details":{"retailer":"","max_price_cents":,"fee_cents":0,"items":[{"url":"","quantity":1,"variant":null}],"ship_to":{"city":"","country":"US"},"rules":[{"rule":"","limit":}]},"answer_schema":{"type":"object","properties":{"approved":{"type":"boolean"}},"required":["approved"],"additionalProperties":false},"url":null,"asked_at":"","expires_at":""}',
  '"variant":[{"label":"Color","value":"Black"},{"label":"Size","value":"Medium"}],"condition_in":["New","Refurbished","Used"],"is_gift":true,"gift_message":"',
  'https://www.amazon.com/dp/B0/products/shop.com/ Street Avenue Road Drive Apt Suite New York Los Angeles Chicago Houston',
  '{"id":"","status":"pending","max_price":0000,"currency":"USD","attempts":0,"items":[{"id":"","url":"https://',
  '","quantity":1,"variant":null,"condition_in":["New"],"condition_not_in":[],"status":"pending","cancelled_quantity":0,"unit_price_cents":null,"error_type":null,"cancellation_reason":null,"created_at":"2026-12-01T12:00:00.000Z","updated_at":"2026-12-01T12:00:00.000Z"}],',
  '"shipping_address":{"first_name":"","last_name":"","address_line1":"","address_line2":null,"city":"San Francisco","state":"CA","postal_code":"94105","country":"US","phone_number":"+14155550',
  '"},"metadata":{},"po_number":null,"handling_days_max":null,"is_gift":false,"gift_message":null,"retailer":"',
  '.com","retailer_credentials_id":null,"waiting_for":null,"next_action":null,"next_step":"Wait: the order is being bought. Look again after poll_after_ms.","poll_after_ms":1000,"job_result":null,"merchant_order_ids":[],"tracking_numbers":[],"returns":[],"created_at":"2026-12-01T12:00:00.000Z","updated_at":"2026-12-01T12:00:00.000Z"}',
];

/** The same for events about orders. */
const second = [
  '{"type":"order.cancelled","order.failed","order.action_required","tracking.updated","return.updated","refunded","cancelled","order_failed","in_progress","undeliverable"',
  '"job_result":{"success":false,"error":"","error_type":"product_out_of_stock","error_details":null,"price_components":null,"estimated_delivery":null,"merchant_order_ids":[]}',
  '"next_step":"The order is being placed. Check again after poll_after_ms.","poll_after_ms":1000,"job_result":null,"merchant_order_ids":[],"tracking_numbers":[],"late":null,"returns":[],"test_clock":null,"payment":{"mode":"wallet","state":"authorized",',
  '"next_step":"Wait for delivery. Tracking numbers appear in tracking_numbers.","poll_after_ms":2000,"job_result":',
  '{"type":"order.created","type":"order.placed","type":"tracking.obtained","timestamp":"2026-12-01T12:00:00.000Z","data":{"id":"","status":"pending","status":"order_placed","max_price":,"currency":"USD","attempts":1,"items":[{"id":"","url":"https://www.amazon.com/dp/B0',
  '","quantity":1,"variant":null,"condition_in":["New"],"condition_not_in":[],"status":"shipped","status":"ordered","status":"delivered","cancelled_quantity":0,"unit_price_cents":null,"error_type":null,"cancellation_reason":null,"created_at":"2026-12-01T12:00:00.000Z","updated_at":"2026-12-01T12:00:00.000Z"}],',
  '"shipping_address":{"first_name":"","last_name":"","address_line1":"","address_line2":null,"city":"San Francisco","state":"CA","postal_code":"94105","country":"US","phone_number":"+14155550',
  '"},"metadata":{},"po_number":null,"tax_id":null,"handling_days_max":null,"is_gift":false,"gift_message":null,"fulfillment":{"gift":"strict","items":"strict","quantity":"strict","concessions":[]},"retailer":"',
  '.com","retailer_credentials_id":null,"waiting_for":null,"last_attempt":null,"next_action":null,"next_step":"Everything has arrived. Request a return if something is wrong.","poll_after_ms":null,',
  '"job_result":{"success":true,"error":null,"error_type":null,"error_details":null,"price_components":{"subtotal":,"shipping":0,"tax":0,"fees":0,"total":,"tax_included":false,"currency":"USD"},"estimated_delivery":"2026-12-01","merchant_order_ids":[{"merchant_order_id":"","merchant":"","account":"managed","placed_at":"2026-12-01T12:00:00.000Z"}]},"merchant_order_ids":["',
  '"],"tracking_numbers":[{"id":"","carrier":"UPS","tracking_number":"1Z","status":"delivered","estimated_delivery_date":"2026-12-01","checkpoints":[{"checkpoint_time":"2026-12-01T12:00:00.000Z","status":"delivered","message":"Delivered, front door/porch","city":"',
  '","status":"in_transit","message":"Out for delivery","Arrived at regional facility","Departed facility","Accepted at origin facility","city":"","state":"CA","country":"US","zip":null,"location":null},{"checkpoint_time":"2026-12-01T12:00:00.000Z","status":"pending","message":"Shipment information received","city":null,"state":null,"country":null,"zip":null,"location":null}],"created_at":"2026-12-01T12:00:00.000Z"}],',
  '"late":null,"returns":[],"test_clock":null,"payment":{"mode":"wallet","state":"captured","authorized_cents":,"captured_cents":,"refunded_cents":0,"fee_cents":0,"stripe_fee_cents":0,"payment_method":null,"simulated":true},"created_at":"2026-12-01T12:00:00.000Z","updated_at":"2026-12-01T12:00:00.000Z"}}',
];

/** By number, the first byte of a packed text. */
export const answerDictionaries: ReadonlyMap<number, Buffer> = new Map([
  [1, Buffer.from(first.join(''))],
  [2, Buffer.from(second.join(''))],
]);
