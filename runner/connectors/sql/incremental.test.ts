import { startDuckdb } from '../../../test/support/database-rigs/duckdb-rig.ts';
import { startPostgresql } from '../../../test/support/database-rigs/postgresql-rig.ts';
import { startSqlite } from '../../../test/support/database-rigs/sqlite-rig.ts';
import {
  describeIncrementalDriver,
  incrementalType as of,
} from '../../../test/support/incremental-driver-contract.ts';

/** Neighbours that are one float. */
const INTEGERS = ['9007199254740992', '9007199254740993'] as const;
const DATES = ["'1999-12-31'", "'2026-01-02'"] as const;
const TEXTS = ["'A ''\\'", "'B'"] as const;
const MICROSECONDS = ["'2026-01-02 03:04:05.000001'", "'2026-01-02 03:04:05.000002'"] as const;
const LATER = '2026-01-02 03:04:05.000002';

describeIncrementalDriver('PostgreSQL', startPostgresql, [
  of('bigint', 'integer', INTEGERS, INTEGERS[1]),
  of('smallint', 'integer', ['-2', '-1'], '-1'),
  of(
    'numeric',
    'decimal',
    ['1.0000000000000000001', '1.0000000000000000002'],
    '1.0000000000000000002',
  ),
  of('date', 'date', DATES, '2026-01-02'),
  of('timestamp', 'datetime', MICROSECONDS, LATER),
  of(
    'timestamptz',
    'datetime',
    ["'2026-01-02 05:04:05.000001+02'", "'2026-01-02 05:04:05.000002+02'"],
    `${LATER}+00`,
  ),
  of('text', 'string', TEXTS, 'B'),
  of('varchar(9)', 'string', TEXTS, 'B'),
]);

describeIncrementalDriver('SQLite', startSqlite, [
  of('INTEGER', 'integer', INTEGERS, INTEGERS[1]),
  of('', 'integer', ['-2', '-1'], '-1'),
  of('DATE', 'string', DATES, '2026-01-02'),
  of('TIMESTAMP', 'string', MICROSECONDS, LATER),
  of('TEXT', 'string', TEXTS, 'B'),
  of('', 'string', ["'10'", "'9'"], '9'),
]);

describeIncrementalDriver('DuckDB', startDuckdb, [
  of('BIGINT', 'integer', INTEGERS, INTEGERS[1]),
  of(
    'HUGEINT',
    'integer',
    ['170141183460469231731687303715884105726', '170141183460469231731687303715884105727'],
    '170141183460469231731687303715884105727',
  ),
  of('DECIMAL(38, 5)', 'decimal', ['1.00001', '1.00002'], '1.00002'),
  of('DATE', 'date', DATES, '2026-01-02'),
  of('TIMESTAMP', 'datetime', MICROSECONDS, LATER),
  of(
    'TIMESTAMP_NS',
    'datetime',
    ["'2026-01-02 03:04:05.000000001'", "'2026-01-02 03:04:05.000000002'"],
    '2026-01-02 03:04:05.000000002',
  ),
  of(
    'TIMESTAMPTZ',
    'datetime',
    ["'2026-01-02 05:04:05.000001+02'", "'2026-01-02 05:04:05.000002+02'"],
    LATER,
  ),
  of('VARCHAR', 'string', ["'A ''\\'", "'B'"], 'B'),
]);
