import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js';

/**
 * A struct of Thrift's compact protocol, in which Parquet writes its metadata. An absent field is null.
 * @throws TypeError from each method when the field has another type
 */
export class ThriftStruct {
  readonly #fields: Readonly<Record<string, unknown>>;

  private constructor(fields: Readonly<Record<string, unknown>>) {
    this.#fields = fields;
  }

  /** @throws Error when the bytes do not begin with a whole struct */
  static read(bytes: Uint8Array): ThriftStruct {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new ThriftStruct(deserializeTCompactProtocol({ view, offset: 0 }));
  }

  /** An integer of any width. */
  integer(field: number): number | null {
    const value = this.#fields[`field_${field}`];
    if (value === undefined) return null;
    if (typeof value !== 'number' && typeof value !== 'bigint') throw wrongType(field);
    return Number(value);
  }

  isTrue(field: number): boolean {
    return this.#fields[`field_${field}`] === true;
  }

  text(field: number): string | null {
    const value = this.#fields[`field_${field}`];
    if (value === undefined) return null;
    if (!(value instanceof Uint8Array)) throw wrongType(field);
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('utf8');
  }

  struct(field: number): ThriftStruct | null {
    const value = this.#fields[`field_${field}`];
    return value === undefined ? null : ThriftStruct.#of(value, field);
  }

  structs(field: number): readonly ThriftStruct[] {
    const value = this.#fields[`field_${field}`];
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw wrongType(field);
    return value.map((item) => ThriftStruct.#of(item, field));
  }

  static #of(value: unknown, field: number): ThriftStruct {
    if (typeof value !== 'object' || value === null) throw wrongType(field);
    return new ThriftStruct(value as Record<string, unknown>);
  }

  /** The field of a union that is set, by its number; null: none is. */
  get only(): number | null {
    const [name] = Object.keys(this.#fields);
    return name === undefined ? null : Number(name.slice('field_'.length));
  }
}

function wrongType(field: number): TypeError {
  return new TypeError(`Field ${field} of the metadata has another type`);
}
