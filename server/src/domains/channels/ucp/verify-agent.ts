import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../kit/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { bodyBytes } from '../../../platform/http/index.ts';
import { type SignatureFault, verifyRequest } from '../../../platform/message-signatures.ts';
import { acceptSignatureOnce } from './accept-signature.ts';
import { type AgentProfiles, isProfileUrl } from './agent-profiles.ts';
import { invalidProfileUrl, profileUnreachable, signatureRefused } from './failures.ts';

interface Needs {
  database: Database;
  profiles: AgentProfiles;
  clock: Clock;
  publicUrl: string;
  /** Allows profiles without https, for development. */
  allowsPlain: boolean;
}

export interface Agent {
  /** URL of its profile; null if it names none. */
  profileUrl: string | null;
  /** Whether a signature proves that it owns the profile. */
  isProven: boolean;
}

const statuses: Record<SignatureFault, number> = {
  signature_invalid: 401,
  key_not_found: 401,
  digest_mismatch: 400,
  algorithm_unsupported: 400,
};

/**
 * Identifies the agent. A request without a signature proves nothing, which is fine with a key. An invalid signature
 * is always refused.
 */
export async function verifyAgent(needs: Needs, request: FastifyRequest): Promise<Agent> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  const named = /(?:^|[,;\s])profile="([^"]*)"/.exec(headers['ucp-agent'] ?? '')?.[1] ?? null;
  const profileUrl = named !== null && isProfileUrl(named, needs.allowsPlain) ? named : null;
  const isSigned = headers['signature-input'] !== undefined || headers.signature !== undefined;
  if (!isSigned) return { profileUrl, isProven: false };
  if (profileUrl === null) throw invalidProfileUrl();
  const found = await needs.profiles.read(profileUrl);
  if (found.kind !== 'profile') throw profileUnreachable(found.reason);
  const body = bodyBytes(request)?.toString('utf8') || null;
  // The signature must be for our host, not for another store.
  const url = new URL(request.url, needs.publicUrl);
  const verdict = verifyRequest(found.profile.keys, { method: request.method, url, headers, body }, needs.clock.now());
  if (verdict.kind === 'bad') throw signatureRefused(verdict.code, statuses[verdict.code], verdict.reason);
  if (verdict.kind === 'unsigned') return { profileUrl, isProven: false };
  await acceptSignatureOnce({ db: needs.database.db, clock: needs.clock }, profileUrl, verdict.signatureId);
  return { profileUrl, isProven: true };
}
