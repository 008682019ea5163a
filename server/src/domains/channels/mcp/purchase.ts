import type { ServerContext } from '@modelcontextprotocol/server';
import type { Registry } from '../../../connectors/registry.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { ApprovalNeeds } from './approvals.ts';
import type { Call, Json } from './call.ts';
import type { CallContext } from './call-context.ts';
import type { Summary } from './summary.ts';

export interface PlaceNeeds extends ApprovalNeeds {
  call: Call;
  publicUrl: string;
  logger: Logger;
  registry: Pick<Registry, 'forUrl'>;
  feeCents: number;
}

/** How to reach the client's person: a form, a page that the client opens, or a URL in the result. */
export type ApprovalChannel = 'form' | 'url' | 'address';

export interface Order extends Json {
  products: { url: string; quantity?: number; variant?: Summary['items'][number]['variant'] }[];
  max_price?: number;
  quote_id?: string;
  /** Sandbox: sent as the header Errand-Test-Fault. */
  test_fault?: string;
  shipping_address: Omit<Summary['ship_to'], 'address_line2' | 'state'> & Partial<Summary['ship_to']>;
}

export interface PlaceRequest {
  callContext: CallContext;
  keyId: string;
  order: Order;
  clientKey: string | null;
  approvalId: string | null;
  approvalChannel: ApprovalChannel;
  /** The client's name. */
  agent: string | null;
  mcpReq: ServerContext['mcpReq'];
}

export function bodyOf({ test_fault: _fault, ...body }: Order): Omit<Order, 'test_fault'> {
  return body;
}
