type JsonScalar = string | number | boolean | null;

/** One logical type that engines compute with. Every mapping of types derives from this table. */
interface ColumnTypeRow {
  readonly description: string;
  /** A value as JSON of the API and of JSON files, and as the cell of a CSV file. */
  readonly example: { readonly json: JsonScalar; readonly csv: string };
  /** Names of its polars type: first the class of the library, in memory and in Parquet files. */
  readonly polars: readonly [string, ...string[]];
  /** The polars type in exported Python. */
  readonly polarsPython: string;
  /** The pandas dtype in exported Python. */
  readonly pandasPython: string;
  /** The type of a new column in a database, by provider. */
  readonly sql: Readonly<
    Record<'postgresql' | 'mysql' | 'sqlite' | 'duckdb' | 'mssql' | 'snowflake', string>
  >;
  /** The Python function that reads a cell of a JSON or Excel file. */
  readonly pythonReader: string;
  /** What a value is, in messages: "this is an integer". */
  readonly phrase: string;
  /** What a column has, in messages: "it holds integers". */
  readonly values: string;
  readonly numeric: boolean;
  /** The types that represent every value, the closest first. */
  readonly supertypes: readonly string[];
  /** Further names that `cast` accepts. */
  readonly aliases: readonly string[];
  /** Names in other tools, for hints. */
  readonly foreignNames: readonly string[];
}

/** The column types, in the order in which messages list them. */
export const COLUMN_TYPE_TABLE = {
  integer: {
    description: 'Exact 64-bit integers.',
    example: { json: 7, csv: '7' },
    polars: ['Int64'],
    polarsPython: 'pl.Int64',
    pandasPython: 'Int64',
    sql: {
      postgresql: 'bigint',
      mysql: 'BIGINT',
      sqlite: 'INTEGER',
      duckdb: 'BIGINT',
      mssql: 'BIGINT',
      snowflake: 'NUMBER(19, 0)',
    },
    pythonReader: 'int',
    phrase: 'an integer',
    values: 'integers',
    numeric: true,
    supertypes: ['float', 'string'],
    aliases: ['int', 'bigint'],
    foreignNames: ['int64'],
  },
  float: {
    description: '64-bit floats. NaN never appears: it is null.',
    example: { json: 2, csv: '2.0' },
    polars: ['Float64'],
    polarsPython: 'pl.Float64',
    pandasPython: 'Float64',
    sql: {
      postgresql: 'double precision',
      mysql: 'DOUBLE',
      sqlite: 'REAL',
      duckdb: 'DOUBLE',
      mssql: 'FLOAT',
      snowflake: 'FLOAT',
    },
    pythonReader: 'float',
    phrase: 'a float',
    values: 'numbers',
    numeric: true,
    supertypes: ['string'],
    aliases: ['double'],
    foreignNames: ['number', 'float64'],
  },
  boolean: {
    description: 'True and false.',
    example: { json: true, csv: 'true' },
    polars: ['Bool', 'Boolean'],
    polarsPython: 'pl.Boolean',
    pandasPython: 'boolean',
    sql: {
      postgresql: 'boolean',
      mysql: 'BOOLEAN',
      sqlite: 'BOOLEAN',
      duckdb: 'BOOLEAN',
      mssql: 'BIT',
      snowflake: 'BOOLEAN',
    },
    pythonReader: 'bool',
    phrase: 'a boolean',
    values: 'booleans (true or false)',
    numeric: false,
    supertypes: ['string'],
    aliases: ['bool'],
    foreignNames: [],
  },
  datetime: {
    description: 'Microseconds since 1970 in UTC, without a zone.',
    example: { json: '2024-02-29T00:00:00', csv: '2024-02-29T00:00:00' },
    polars: ['Datetime'],
    polarsPython: 'pl.Datetime("us")',
    pandasPython: 'datetime64[us]',
    sql: {
      postgresql: 'timestamp',
      mysql: 'DATETIME(6)',
      sqlite: 'TIMESTAMP',
      duckdb: 'TIMESTAMP',
      mssql: 'DATETIME2(6)',
      snowflake: 'TIMESTAMP_NTZ(6)',
    },
    pythonReader: 'as_datetime',
    phrase: 'a datetime',
    values: 'dates; write one as ISO 8601, such as 2024-02-29 or 2024-02-29T10:30:00',
    numeric: false,
    supertypes: ['string'],
    aliases: ['timestamp'],
    foreignNames: ['date'],
  },
  string: {
    description: 'Unicode text.',
    example: { json: 'text', csv: 'text' },
    polars: ['String', 'Utf8'],
    polarsPython: 'pl.String',
    pandasPython: 'string',
    sql: {
      postgresql: 'text',
      mysql: 'LONGTEXT',
      sqlite: 'TEXT',
      duckdb: 'VARCHAR',
      mssql: 'NVARCHAR(MAX)',
      snowflake: 'VARCHAR',
    },
    pythonReader: 'as_text',
    phrase: 'text',
    values: 'text',
    numeric: false,
    supertypes: [],
    aliases: ['text', 'varchar'],
    foreignNames: ['str', 'object'],
  },
  null: {
    description: 'No value at all: every cell is null. It unites with any type.',
    example: { json: null, csv: '' },
    polars: ['Null'],
    polarsPython: 'pl.Null',
    pandasPython: 'object',
    sql: {
      postgresql: 'text',
      mysql: 'LONGTEXT',
      sqlite: 'TEXT',
      duckdb: 'VARCHAR',
      mssql: 'NVARCHAR(MAX)',
      snowflake: 'VARCHAR',
    },
    pythonReader: 'object',
    phrase: 'null',
    values: 'no values',
    numeric: false,
    supertypes: ['integer', 'float', 'boolean', 'datetime', 'string'],
    aliases: [],
    foreignNames: [],
  },
} as const satisfies Readonly<Record<string, ColumnTypeRow>>;
