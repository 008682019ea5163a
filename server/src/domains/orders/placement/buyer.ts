import { Secret, TOTP } from 'otpauth';
import type { Card, Payment, RetailerAccount } from '../../../connectors/contract.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { type MemoryRelay, type Vault, VaultError } from '../../../platform/secrets/index.ts';
import { loadSecrets, type OrderRow, openClientCredentials, type SecretsRow } from '../orders/index.ts';

/** Who buys and pays: the service, or the client with its own login. */
export interface Buyer {
  account: RetailerAccount | null;
  payment: Payment;
}

export const serviceBuyer: Buyer = { account: null, payment: { kind: 'service' } };

/** The client's account and card if it sent them, otherwise the service's. */
export async function loadBuyer(
  needs: CredentialNeeds,
  order: Pick<OrderRow, 'id' | 'paid_by_client'>,
): Promise<Buyer> {
  const row = order.paid_by_client ? await loadSecrets(needs.database, order.id) : null;
  return row ? buyerOf(needs, order.id, row) : serviceBuyer;
}

interface CredentialNeeds {
  database: Database;
  vault: Vault;
  codes: MemoryRelay;
  clock: Clock;
}

/** The process with the card's security code is gone, and the code was never written. */
class SecurityCodeLost extends Error {}

/** Null if the order can no longer be paid: the security code or the key of its secrets is gone. */
export async function loadCompleteBuyer(needs: CredentialNeeds, order: OrderRow): Promise<Buyer | null> {
  try {
    const buyer = await loadBuyer(needs, order);
    if (buyer.payment.kind === 'card') await buyer.payment.open();
    return buyer;
  } catch (error) {
    const isGone = error instanceof SecurityCodeLost || (error instanceof VaultError && error.fault === 'erased');
    if (isGone) return null;
    throw error;
  }
}

/** Secrets are opened when they are used, from the row of this attempt, and kept nowhere. */
async function buyerOf(needs: Omit<CredentialNeeds, 'database'>, orderId: string, row: SecretsRow): Promise<Buyer> {
  const open = () => openClientCredentials(needs.vault, orderId, row.sealed);
  const { credentials, card, hasSecurityCode = false } = await open();
  const account: RetailerAccount = {
    id: orderId,
    email: credentials.email,
    password: async () => (await open()).credentials.password,
    async totp() {
      const { totpKey } = (await open()).credentials;
      if (totpKey === null) return null;
      return new TOTP({ secret: Secret.fromBase32(totpKey) }).generate({ timestamp: needs.clock.now().getTime() });
    },
    // We don't read the client's mailbox. The code that came with the order is the only one.
    mailedCode: async () => (await open()).credentials.verificationCode,
    session: { load: async () => null, save: async () => {} },
  };
  if (!card) return { account, payment: { kind: 'gift_balance' } };
  const openCard = async (): Promise<Card> => {
    const securityCode = hasSecurityCode ? await needs.codes.find(orderId) : null;
    if (hasSecurityCode && securityCode === null) throw new SecurityCodeLost();
    return { ...((await open()).card ?? card), securityCode };
  };
  return { account, payment: { kind: 'card', open: openCard } };
}
