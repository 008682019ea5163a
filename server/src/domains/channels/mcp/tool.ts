import type { InputRequiredResult, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server';
import type { Call, Json, Outcome } from './call.ts';
import type { CallContext } from './call-context.ts';
import type { ApprovalChannel, PlaceNeeds } from './purchase.ts';
import type { ToolName } from './schema.ts';

export interface ToolNeeds extends PlaceNeeds {
  call: Call;
  /** Tools without a key, in the sandbox. */
  open: Record<'search_products' | 'get_product' | 'list_test_products', (given: Json) => Promise<Outcome>>;
}

export interface ToolCall {
  callContext: CallContext;
  approvalChannel: ApprovalChannel;
  /** The client's name, which may be anything. */
  agent: string | null;
  /** Whether this request supports tasks. */
  supportsTasks: boolean;
  context: ServerContext;
}

export const isOutcome = (result: Outcome | InputRequiredResult): result is Outcome =>
  'body' in result || 'error' in result;

export type Run = (needs: ToolNeeds, given: Json, use: ToolCall) => Promise<Outcome | InputRequiredResult>;

export interface Tool {
  name: ToolName;
  title: string;
  description: string;
  annotations: ToolAnnotations;
  /** Whether it works without a key. */
  isOpen: boolean;
  /** Whether 2025 clients may ask for a task. */
  isTask?: boolean;
  /** Whether its result has a card. */
  hasCard?: boolean;
  run: Run;
}
