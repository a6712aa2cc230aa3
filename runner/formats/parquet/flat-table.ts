/**
 * A table of a FlatBuffers message, in which Arrow writes its metadata.
 * @throws RangeError from each method when an offset lies outside the message
 */
export class FlatTable {
  readonly #bytes: Buffer;
  readonly #place: number;

  constructor(bytes: Buffer, place: number) {
    this.#bytes = bytes;
    this.#place = place;
  }

  /** The table that a message begins with. */
  static root(bytes: Buffer): FlatTable {
    return new FlatTable(bytes, bytes.readUInt32LE(0));
  }

  /** The byte of a field by its index in the table; 0 without it. */
  byte(field: number): number {
    const place = this.#placeOf(field);
    return place === null ? 0 : this.#bytes.readUInt8(place);
  }

  int32(field: number, absent: number): number {
    const place = this.#placeOf(field);
    return place === null ? absent : this.#bytes.readInt32LE(place);
  }

  int64(field: number): bigint {
    const place = this.#placeOf(field);
    return place === null ? 0n : this.#bytes.readBigInt64LE(place);
  }

  table(field: number): FlatTable | null {
    const place = this.#target(field);
    return place === null ? null : new FlatTable(this.#bytes, place);
  }

  /** The tables of a vector; none without the field. */
  tables(field: number): readonly FlatTable[] {
    const vector = this.#target(field);
    if (vector === null) return [];
    const length = this.#bytes.readUInt32LE(vector);
    if (vector + 4 + length * 4 > this.#bytes.length) throw new RangeError('A vector is too long');
    return Array.from({ length }, (_, index) => {
      const place = vector + 4 + index * 4;
      return new FlatTable(this.#bytes, place + this.#bytes.readUInt32LE(place));
    });
  }

  /** A text; empty without the field. */
  text(field: number): string {
    const place = this.#target(field);
    if (place === null) return '';
    const start = place + 4;
    return this.#bytes.toString('utf8', start, start + this.#bytes.readUInt32LE(place));
  }

  #target(field: number): number | null {
    const place = this.#placeOf(field);
    return place === null ? null : place + this.#bytes.readUInt32LE(place);
  }

  /** Where the value of a field is. Its offset is in the table of offsets, behind two sizes. */
  #placeOf(field: number): number | null {
    const slots = this.#place - this.#bytes.readInt32LE(this.#place);
    const slot = 4 + 2 * field;
    if (this.#bytes.readUInt16LE(slots) <= slot) return null;
    const offset = this.#bytes.readUInt16LE(slots + slot);
    return offset === 0 ? null : this.#place + offset;
  }
}
