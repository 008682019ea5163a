import { type RequestParts, verifyRequest } from '../../platform/message-signatures.ts';
import type { Call, SignatureCheck } from '../contract.ts';
import type { UcpApi } from './api.ts';

/** A message counts when a key of the store's own profile signed it. */
export async function verifyMessage(
  api: UcpApi,
  message: RequestParts,
  now: Date,
  call: Call,
): Promise<SignatureCheck> {
  const found = await api.profile(call);
  if (found.kind !== 'profile') return { kind: 'unreachable', message: found.message };
  const verdict = verifyRequest(found.profile.keys, message, now);
  if (verdict.kind === 'good') return verdict;
  return { kind: 'bad', reason: verdict.kind === 'bad' ? verdict.reason : 'it is not signed' };
}
