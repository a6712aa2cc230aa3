import { Client } from 'pg';

/*
 * Everything that Prisma's schema language can express about a database, one line per fact. It cannot
 * express check constraints and partial indexes.
 */
const FACTS = `
SELECT format('column %s.%s %s%s default %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
              CASE WHEN a.attnotnull THEN ' not null' ELSE '' END, pg_get_expr(d.adbin, d.adrelid)) AS fact
FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'
UNION ALL
SELECT format('index %s', indexdef) FROM pg_indexes
WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' AND indexdef NOT LIKE '% WHERE %'
UNION ALL
SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'f', 'u')
  AND conrelid <> coalesce(to_regclass('_prisma_migrations'), 0)
ORDER BY fact`;

/** Returns the columns, defaults, indexes and keys of a database as sorted lines. */
export async function catalogFacts(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ fact: string }>(FACTS);
    return rows.map(({ fact }) => fact);
  } finally {
    await client.end();
  }
}
