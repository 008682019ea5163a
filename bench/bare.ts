// The baseline for reads: a bare Fastify route with one select by primary key.
import { fastify } from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 });
const app = fastify();

app.get<{ Params: { id: string } }>('/bare/:id', async (request) => {
  const statement = { name: 'bare', text: 'select * from orders where id = $1', values: [request.params.id] };
  return (await pool.query(statement)).rows[0];
});
app.get('/health', async () => ({ status: 'up' }));

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit(0));
