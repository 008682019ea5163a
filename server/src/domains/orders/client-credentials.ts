import { Secret, TOTP } from 'otpauth';
import type { Card, Payment, StoreAccount } from '../../connectors/contract.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { type MemoryRelay, type SealedColumn, type Vault, VaultError } from '../../platform/secrets/index.ts';
import type { OrderRow } from './store.ts';
import type { NewSecrets } from './store-accept.ts';
import { loadSecrets, type SecretsRow } from './store-secrets.ts';

/** The client's own log-in at the store, and how the client pays there. */
export interface OwnMeans {
  credentials: { email: string; password: string; totpKey: string | null; verificationCode: string | null };
  /** Null: the gift balance of that account pays. */
  card: Card | null;
}

/** Who buys and who pays; the service itself unless the client brought its own means. */
export interface Means {
  account: StoreAccount | null;
  payment: Payment;
}

export const serviceMeans: Means = { account: null, payment: { kind: 'service' } };

interface SealedMeans {
  credentials: OwnMeans['credentials'];
  card: Omit<Card, 'securityCode'> | null;
  /** The code itself is in the memory of a process and nowhere else. */
  hasSecurityCode?: boolean;
}

const contextOf = (orderId: string) => `orders/${orderId}/means`;

/** What this slice has sealed, for the rotation of master keys. */
export const orderSealedColumns: SealedColumn[] = [
  { table: 'order_secrets', column: 'sealed', contextOf, idColumn: 'order_id' },
];

/** Seals everything but the security code, which stays in this process's memory. */
export async function sealMeans(
  { vault, codes }: { vault: Vault; codes: MemoryRelay },
  orderId: string,
  means: OwnMeans,
): Promise<NewSecrets> {
  const { securityCode = null, ...card } = means.card ?? {};
  if (securityCode !== null) codes.keep(orderId, securityCode);
  const sealed: SealedMeans = {
    credentials: means.credentials,
    card: means.card && (card as Omit<Card, 'securityCode'>),
    hasSecurityCode: securityCode !== null,
  };
  const record = await vault.sealErasable(JSON.stringify(sealed), contextOf(orderId));
  return { sealed: record.toString('base64') };
}

/** The client's own account and card where it gave them, else the service's. */
export async function meansFor(needs: MeansNeeds, order: Pick<OrderRow, 'id' | 'paid_by_client'>): Promise<Means> {
  const row = order.paid_by_client ? await loadSecrets(needs.database, order.id) : null;
  return row ? meansOf(needs, order.id, row) : serviceMeans;
}

interface MeansNeeds {
  database: Database;
  vault: Vault;
  codes: MemoryRelay;
  clock: Clock;
}

/** The process that held the card's security code is gone, and it was written nowhere. */
class SecurityCodeLost extends Error {}

/** Null when the order cannot be paid for any more: its card's security code, or the key of its secrets, is gone. */
export async function wholeMeansFor(needs: MeansNeeds, order: OrderRow): Promise<Means | null> {
  try {
    const means = await meansFor(needs, order);
    if (means.payment.kind === 'card') await means.payment.open();
    return means;
  } catch (error) {
    const isGone = error instanceof SecurityCodeLost || (error instanceof VaultError && error.fault === 'erased');
    if (isGone) return null;
    throw error;
  }
}

/** Secrets are opened at the moment of their use, from the row that this attempt has read, and kept nowhere. */
async function meansOf(needs: Omit<MeansNeeds, 'database'>, orderId: string, row: SecretsRow): Promise<Means> {
  const open = async () => JSON.parse(await openText(needs.vault, row.sealed, contextOf(orderId))) as SealedMeans;
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
    // Nobody reads this mailbox for the client: the one code that came with the order is all there is.
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
