/** A column of a table: its type in the protocol, and its cells, each with its length. */
export interface TdsColumn {
  readonly name: string;
  readonly type: readonly number[];
  readonly cells: readonly Buffer[];
}

export interface TdsTable {
  readonly columns: readonly TdsColumn[];
  /** The server closes the connection in the last row. */
  readonly isCut?: true;
}

/** The tokens of the columns and the rows. */
export function tabular({ columns }: TdsTable): Buffer {
  const heads = columns.map(({ name, type }) =>
    Buffer.concat([Buffer.alloc(6), Buffer.from(type), shortText(name)]),
  );
  const rows = (columns[0]?.cells ?? []).map((_, row) =>
    Buffer.concat([
      Buffer.from([0xd1]),
      ...columns.map(({ cells }) => cells[row] ?? Buffer.from([0])),
    ]),
  );
  return Buffer.concat([Buffer.from([0x81]), uint(columns.length, 2), ...heads, ...rows]);
}

/** @param status 0: the end; 2: an error; 0x20: a cancellation */
export function endOfAnswer(kind: string, status: number): Buffer {
  return Buffer.concat([
    Buffer.from([kind === 'rpc' ? 0xfe : 0xfd]),
    uint(status, 2),
    Buffer.alloc(10),
  ]);
}

export function serverError(number: number, message: string): Buffer {
  const body = Buffer.concat([
    uint(number, 4),
    Buffer.from([1, 14]),
    uint(message.length, 2),
    Buffer.from(message, 'utf16le'),
    shortText('tds'),
    shortText(''),
    uint(1, 4),
  ]);
  return Buffer.concat([Buffer.from([0xaa]), uint(body.length, 2), body]);
}

export function loginAck(): Buffer {
  const body = Buffer.concat([
    Buffer.from([1, 0x74, 0, 0, 4]),
    shortText('Microsoft SQL Server'),
    Buffer.from([16, 0, 0, 0]),
  ]);
  return Buffer.concat([Buffer.from([0xad]), uint(body.length, 2), body]);
}

/** A cell with its length in one byte. */
export function cell(...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([uint(body.length, 1), body]);
}

/** A cell of a text of less than 64 KB; null has no length. */
export function textCell(text: string | null): Buffer {
  if (text === null) return uint(0xffff, 2);
  const body = Buffer.from(text, 'utf16le');
  return Buffer.concat([uint(body.length, 2), body]);
}

/** A column of texts. */
export function textColumn(name: string, texts: readonly (string | null)[]): TdsColumn {
  return { name, type: [0xe7, 0x40, 0x1f, 9, 4, 0xd0, 0, 0x34], cells: texts.map(textCell) };
}

/** A column of 64-bit integers. */
export function bigintColumn(name: string, values: readonly (bigint | null)[]): TdsColumn {
  return {
    name,
    type: [0x26, 8],
    cells: values.map((value) => (value === null ? cell() : cell(int64(value)))),
  };
}

export function int64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
}

/** An unsigned integer, little endian. */
export function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
}

function shortText(text: string): Buffer {
  return Buffer.concat([uint(text.length, 1), Buffer.from(text, 'utf16le')]);
}
