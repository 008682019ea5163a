import type { InputRequiredResult, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server';
import type { Call, Json, Outcome } from './call.ts';
import type { CallContext } from './call-context.ts';
import type { ApprovalChannel, PlaceNeeds } from './purchase.ts';
import type { ToolName } from './schema.ts';

export interface ToolNeeds extends PlaceNeeds {
  call: Call;
  /** What can be asked without a key, of the sandbox's world. */
  open: Record<'search_products' | 'get_product' | 'list_test_products', (given: Json) => Promise<Outcome>>;
}

export interface ToolCall {
  callContext: CallContext;
  approvalChannel: ApprovalChannel;
  /** What the client calls itself; it may say anything. */
  agent: string | null;
  /** Whether the client said, on this request, that it can follow a task. */
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
  /** Whether it is of use without a key. */
  isOpen: boolean;
  /** Whether clients of 2025 may ask for a task instead of its answer. */
  isTask?: boolean;
  /** Whether hosts that can may show its result as a card. */
  hasCard?: boolean;
  run: Run;
}
