import {
  describeIncrementalDriver,
  incrementalType as of,
} from '../../../../test/support/incremental-driver-contract.ts';
import { createMariadb } from '../../../../test/support/mariadb.ts';

/** Neighbours that are one float. */
const INTEGERS = ['9007199254740992', '9007199254740993'] as const;
const DATES = ["'1999-12-31'", "'2026-01-02'"] as const;
const MICROSECONDS = ["'2026-01-02 03:04:05.000001'", "'2026-01-02 03:04:05.000002'"] as const;
const LATER = '2026-01-02 03:04:05.000002';

describeIncrementalDriver('MariaDB', createMariadb, [
  of('BIGINT', 'integer', INTEGERS, INTEGERS[1]),
  of('INT', 'integer', ['-2', '-1'], '-1'),
  of(
    'BIGINT UNSIGNED',
    'integer',
    ['18446744073709551614', '18446744073709551615'],
    '18446744073709551615',
  ),
  of(
    'DECIMAL(30, 10)',
    'decimal',
    ['12345678901234567890.0000000001', '12345678901234567890.0000000002'],
    '12345678901234567890.0000000002',
  ),
  of('DATE', 'date', DATES, '2026-01-02'),
  of('DATETIME(6)', 'datetime', MICROSECONDS, LATER),
  of('TIMESTAMP(6) NULL', 'datetime', MICROSECONDS, LATER),
  of('VARCHAR(9) COLLATE utf8mb4_bin', 'string', ["'a'", "'b'"], 'b'),
  of('TEXT CHARACTER SET latin1', 'string', ["'é'", "'ö'"], 'ö'),
]);
