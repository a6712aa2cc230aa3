import type { PythonHelper } from '../record-readers.ts';

const MYSQL_TABLE: PythonHelper = {
  name: 'mysql_table',
  imports: ['import sqlalchemy as sa'],
  source: `
def mysql_table(name, types, schema=None, keys=()):
    """A table with columns of the given types, of which some identify a row."""
    columns = [
        sa.Column(column, dtype, primary_key=column in keys, autoincrement=False)
        for column, dtype in types.items()
    ]
    options = {"mysql_engine": "InnoDB", "mysql_charset": "utf8mb4"}
    return sa.Table(name, sa.MetaData(), *columns, schema=schema, **options)
`,
};

const MYSQL_FACTS: PythonHelper = {
  name: 'mysql_facts',
  imports: ['import sqlalchemy as sa'],
  source: `
def mysql_facts(connection, table):
    """Whether a table is a view, has transactions, and has foreign keys refer to it; or None."""
    query = """
        SELECT t.table_type = 'VIEW',
            t.table_type = 'VIEW' OR COALESCE(e.transactions, '') = 'YES',
            EXISTS (
                SELECT 1 FROM information_schema.key_column_usage k
                WHERE k.referenced_table_schema = t.table_schema
                    AND k.referenced_table_name = t.table_name
                    AND NOT (k.table_schema = t.table_schema AND k.table_name = t.table_name)
            )
        FROM information_schema.tables t
        LEFT JOIN information_schema.engines e ON e.engine = t.engine
        WHERE t.table_schema = COALESCE(:schema, DATABASE()) AND t.table_name = :name
    """
    values = {"schema": table.schema, "name": table.name}
    return connection.execute(sa.text(query), values).first()
`,
};

const FILL_MYSQL: PythonHelper = {
  name: 'fill_mysql',
  imports: ['import sqlalchemy as sa', 'from uuid import uuid4'],
  source: `
def fill_mysql(connection, rows, table, exists):
    """Makes a table of rows under another name, which then replaces the table by one RENAME."""
    query = """
        SELECT collation_name FROM information_schema.collations
        WHERE collation_name IN ('utf8mb4_nopad_bin', 'utf8mb4_0900_bin')
        ORDER BY collation_name DESC LIMIT 1
    """
    exact = connection.execute(sa.text(query)).scalar()
    for column in table.columns:
        if exact and getattr(column.type, "collation", None):
            column.type.collation = exact
    fresh, old = (
        table.to_metadata(sa.MetaData(), name=f"millrace_{uuid4().hex}") for _ in range(2)
    )
    quoted = connection.dialect.identifier_preparer.format_table
    try:
        fresh.create(connection)
        if rows:
            connection.execute(fresh.insert(), rows)
        connection.commit()
        moves = f"{quoted(fresh)} TO {quoted(table)}"
        if exists:
            moves = f"{quoted(table)} TO {quoted(old)}, {moves}"
        connection.exec_driver_sql(f"RENAME TABLE {moves}")
        if exists:
            old.drop(connection)
    finally:
        connection.rollback()
        fresh.drop(connection, checkfirst=True)
`,
};

export const WRITE_MYSQL: PythonHelper = {
  name: 'write_mysql',
  imports: ['import sqlalchemy as sa'],
  source: `
def write_mysql(url, rows, table, mode, change=None):
    """Writes rows to a table: all of them, or none. MySQL commits each change of a definition."""
    modes = "STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO"
    with sa.create_engine(url).connect() as connection:
        connection.exec_driver_sql(f"SET SESSION sql_mode = '{modes}', time_zone = '+00:00'")
        facts = mysql_facts(connection, table)
        if facts is None:
            return fill_mysql(connection, rows, table, exists=False)
        is_view, has_transactions, is_referenced = facts
        if mode == "fail":
            raise ValueError(f"The table {table.fullname} exists already.")
        if mode == "replace":
            if is_view or is_referenced:
                what = "It is a view" if is_view else "Foreign keys refer to it"
                raise ValueError(f"{table.fullname} cannot be replaced. {what}.")
            return fill_mysql(connection, rows, table, exists=True)
        if not has_transactions:
            raise ValueError(f"The engine of {table.fullname} has no transactions.")
        if change is not None:
            change(connection, rows, table)
        elif rows:
            connection.execute(table.insert(), rows)
        connection.commit()
`,
};

export const UPSERT_MYSQL: PythonHelper = {
  name: 'upsert_mysql',
  imports: ['import sqlalchemy as sa', 'from uuid import uuid4'],
  source: `
def upsert_mysql(connection, rows, table, keys):
    """Updates the rows with equal keys and adds the others. ON DUPLICATE KEY knows no keys."""
    inspector = sa.inspect(connection)
    unique = [inspector.get_pk_constraint(table.name, table.schema)["constrained_columns"]]
    for index in inspector.get_indexes(table.name, table.schema):
        if index["unique"] and not index.get("dialect_options", {}).get("mysql_length"):
            unique.append(index["column_names"])
    if {key.lower() for key in keys} not in [{name.lower() for name in names} for names in unique]:
        raise ValueError(f"{table.fullname} has no unique index on exactly {', '.join(keys)}.")
    staging = table.to_metadata(sa.MetaData(), name=f"millrace_{uuid4().hex}")
    preparer = connection.dialect.identifier_preparer
    names = ", ".join(preparer.quote(column.name) for column in table.columns)
    empty = f"SELECT {names} FROM {preparer.format_table(table)} LIMIT 0"
    connection.exec_driver_sql(
        f"CREATE TEMPORARY TABLE {preparer.format_table(staging)} AS {empty}"
    )
    if rows:
        connection.execute(staging.insert(), rows)
    own = [staging.columns[key] for key in keys]
    known = sa.select(sa.literal(1)).where(*(key.is_not(None) for key in own))
    if connection.execute(known.group_by(*own).having(sa.func.count() > 1).limit(1)).first():
        raise ValueError(f"Two rows have the same values in {', '.join(keys)}.")
    same = sa.and_(*(table.columns[key] == staging.columns[key] for key in keys))
    others = {
        column: staging.columns[column.name] for column in table.columns if column.name not in keys
    }
    if others:
        connection.execute(table.update().values(others).where(same))
    found = sa.select(table.columns[keys[0]]).where(same).exists()
    added = sa.select(*staging.columns).where(~found)
    connection.execute(table.insert().from_select(list(table.columns), added))
`,
};

/** The helpers that every write needs. */
export const MYSQL_WRITERS: readonly PythonHelper[] = [
  MYSQL_TABLE,
  MYSQL_FACTS,
  FILL_MYSQL,
  WRITE_MYSQL,
];
