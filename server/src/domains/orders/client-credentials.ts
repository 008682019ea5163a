import { Secret, TOTP } from 'otpauth';
import type { Card, Payment, StoreAccount } from '../../connectors/contract.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { type MemoryRelay, type SealedColumn, type Vault, VaultError } from '../../platform/secrets/index.ts';
import type { OrderRow } from './rows.ts';
import { checkoutSealedColumns } from './sealed-checkout.ts';
import type { NewSecrets } from './store-accept.ts';
import { loadSecrets, type SecretsRow } from './store-secrets.ts';

/** The client's own log-in at the store, and how the client pays there. */
export interface ClientCredentials {
  credentials: { email: string; password: string; totpKey: string | null; verificationCode: string | null };
  /** Null: the gift balance of that account pays. */
  card: Card | null;
}

/** Who buys and who pays; the service itself unless the client brought its own. */
export interface Buyer {
  account: StoreAccount | null;
  payment: Payment;
}

export const serviceBuyer: Buyer = { account: null, payment: { kind: 'service' } };

interface SealedCredentials {
  credentials: ClientCredentials['credentials'];
  card: Omit<Card, 'securityCode'> | null;
  /** The code itself is in the memory of a process and nowhere else. */
  hasSecurityCode?: boolean;
}

// The vault binds what it sealed to this text, so it keeps its old form.
const contextOf = (orderId: string) => `orders/${orderId}/means`;

/** What this slice has sealed, for the rotation of master keys. */
export const orderSealedColumns: SealedColumn[] = [
  { table: 'order_secrets', column: 'sealed', contextOf, idColumn: 'order_id', isErasable: true },
  ...checkoutSealedColumns,
];

const withoutCode = ({ securityCode: _code, ...card }: Card): Omit<Card, 'securityCode'> => card;

/** Seals everything but the security code, which stays in this process's memory. */
export async function sealClientCredentials(
  { vault, codes }: { vault: Vault; codes: MemoryRelay },
  orderId: string,
  own: ClientCredentials,
): Promise<NewSecrets> {
  const securityCode = own.card?.securityCode ?? null;
  if (securityCode !== null) codes.keep(orderId, securityCode);
  const sealed: SealedCredentials = {
    credentials: own.credentials,
    card: own.card && withoutCode(own.card),
    hasSecurityCode: securityCode !== null,
  };
  const record = await vault.sealErasable(JSON.stringify(sealed), contextOf(orderId));
  return { sealed: record.toString('base64') };
}

/** The client's own account and card where it gave them, else the service's. */
export async function buyerFor(needs: CredentialNeeds, order: Pick<OrderRow, 'id' | 'paid_by_client'>): Promise<Buyer> {
  const row = order.paid_by_client ? await loadSecrets(needs.database, order.id) : null;
  return row ? buyerOf(needs, order.id, row) : serviceBuyer;
}

interface CredentialNeeds {
  database: Database;
  vault: Vault;
  codes: MemoryRelay;
  clock: Clock;
}

/** The process that held the card's security code is gone, and it was written nowhere. */
class SecurityCodeLost extends Error {}

/** Null when the order cannot be paid for any more: its card's security code, or the key of its secrets, is gone. */
export async function completeBuyerFor(needs: CredentialNeeds, order: OrderRow): Promise<Buyer | null> {
  try {
    const buyer = await buyerFor(needs, order);
    if (buyer.payment.kind === 'card') await buyer.payment.open();
    return buyer;
  } catch (error) {
    const isGone = error instanceof SecurityCodeLost || (error instanceof VaultError && error.fault === 'erased');
    if (isGone) return null;
    throw error;
  }
}

/** Secrets are opened at the moment of their use, from the row that this attempt has read, and kept nowhere. */
async function buyerOf(needs: Omit<CredentialNeeds, 'database'>, orderId: string, row: SecretsRow): Promise<Buyer> {
  const open = async () => JSON.parse(await openText(needs.vault, row.sealed, contextOf(orderId))) as SealedCredentials;
  const { credentials, card, hasSecurityCode = false } = await open();
  const account: StoreAccount = {
    id: orderId,
    email: credentials.email,
    password: async () => (await open()).credentials.password,
    async totp() {
      const { totpKey } = (await open()).credentials;
      if (totpKey === null) return null;
      return new TOTP({ secret: Secret.fromBase32(totpKey) }).generate({ timestamp: needs.clock.now().getTime() });
    },
    // We do not read this mailbox for the client: the one code that came with the order is all there is.
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

async function openText(vault: Vault, sealed: Buffer, context: string): Promise<string> {
  const plain = await vault.openErasable(sealed, context);
  try {
    return plain.toString();
  } finally {
    plain.fill(0);
  }
}
