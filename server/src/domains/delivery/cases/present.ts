import type { Attachment, Case, CaseMessage, FullCase, ListedCase } from './model.ts';

/** As the legacy API shows it. */
export function presentCase({ state, messages }: Case) {
  return {
    state,
    messages: messages.map(({ type, message, timestamp }) => ({ type, message, timestamp: timestamp.toISOString() })),
  };
}

const authors = { customer: 'customer', operator: 'operator', service: 'system' } as const;

function presentMessage({ type, author, message, timestamp }: CaseMessage) {
  return { type, author: authors[author], body: message, created_at: timestamp.toISOString() };
}

function presentHead(one: Omit<ListedCase, 'lastMessage'>) {
  return {
    order_id: one.orderId,
    state: one.state,
    reason: one.reason,
    created_at: one.createdAt.toISOString(),
    updated_at: one.updatedAt.toISOString(),
  };
}

export const presentAttachment = (row: Attachment) => ({
  id: row.id,
  author: row.author,
  name: row.name,
  content_type: row.content_type,
  bytes: row.bytes,
  created_at: row.created_at.toISOString(),
});

export function presentFullCase(one: FullCase) {
  return {
    ...presentHead(one),
    messages: one.messages.map(presentMessage),
    attachments: one.attachments.map(presentAttachment),
  };
}

export function presentListedCase(one: ListedCase) {
  return { ...presentHead(one), last_message: presentMessage(one.lastMessage) };
}
