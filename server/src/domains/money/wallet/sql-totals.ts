/** Whatever runs a statement on the ledger: also a connection outside of the pool. */
interface Client {
  query<Row extends LedgerTotal>(text: string): Promise<{ rows: Row[] }>;
}

export interface LedgerTotal {
  world: string;
  kind: string;
  transfers: string;
  cents: string;
}

/** How many transfers of each kind there are, and what they add up to: two copies of a ledger are equal in this. */
export async function readLedgerTotals(client: Client): Promise<LedgerTotal[]> {
  const { rows } = await client.query<LedgerTotal>(
    `select world, kind, count(*)::text as transfers, sum(amount_cents)::text as cents
    from ledger_transfers group by world, kind order by world, kind`,
  );
  return rows.map(({ world, kind, transfers, cents }) => ({ world, kind, transfers, cents }));
}
