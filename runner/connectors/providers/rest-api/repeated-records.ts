import { hash } from 'node:crypto';

/** So many records are remembered; what follows them is compared with these. */
const MAX_RECORDS = 1 << 20;
const FIRST_SLOTS = 1 << 12;
const NUMBER_BYTES = 6;

/**
 * Finds records that more than one page of a read has. It takes 20 MB at most: records are numbers of 48 bits, of which
 * two are equal by chance once in 500 reads of a million.
 */
export class RepeatedRecords {
  /** Open addressing: the number of a record, and the page that had it last. Zero: the slot is free. */
  #numbers = new Float64Array(FIRST_SLOTS);
  #pages = new Uint16Array(FIRST_SLOTS);
  #count = 0;
  #page = 0;
  #pageRecords = 0;
  #repeated = 0;
  #first: string | null = null;
  /** Whether records of one page are equal, so that equal ones of two pages say nothing. */
  #hasEqual = false;
  /** Whether a page has several records, so that they can differ. */
  #hasSeveral = false;

  /** Begins a page. */
  begin(): void {
    this.#page += 1;
    this.#pageRecords = 0;
  }

  /** Takes a record of the page. @param text in JSON @param label names the page */
  take(text: string, label: string): void {
    if (this.#hasEqual) return;
    this.#pageRecords += 1;
    if (this.#pageRecords > 1) this.#hasSeveral = true;
    const number = hash('sha1', text, 'buffer').readUIntBE(0, NUMBER_BYTES) + 1;
    const slot = this.#slotOf(number);
    if (this.#numbers[slot] !== 0) this.#meet(slot, label);
    else if (this.#count < MAX_RECORDS) this.#keep(slot, number);
  }

  /** A sentence on the records that several pages have; null: there are none. */
  warning(): string | null {
    if (this.#hasEqual || !this.#hasSeveral || this.#first === null) return null;
    const rows = this.#repeated === 1 ? 'One row is' : `${this.#repeated} rows are`;
    return `${rows} equal to rows of earlier pages, from ${this.#first} on. The service may have given rows in more than one page, as it does if its list changes during the read. If its list has no equal rows itself, leave them out by removeDuplicates.`;
  }

  #meet(slot: number, label: string): void {
    if (this.#pages[slot] === this.#page) {
      this.#hasEqual = true;
      return;
    }
    this.#pages[slot] = this.#page;
    this.#repeated += 1;
    this.#first ??= label;
  }

  #keep(slot: number, number: number): void {
    this.#numbers[slot] = number;
    this.#pages[slot] = this.#page;
    this.#count += 1;
    if (this.#count * 2 > this.#numbers.length) this.#grow();
  }

  /** The slot of a number, or the free one for it. */
  #slotOf(number: number): number {
    const slots = this.#numbers.length;
    let slot = number % slots;
    while (this.#numbers[slot] !== 0 && this.#numbers[slot] !== number) slot = (slot + 1) % slots;
    return slot;
  }

  #grow(): void {
    const [numbers, pages] = [this.#numbers, this.#pages];
    this.#numbers = new Float64Array(numbers.length * 2);
    this.#pages = new Uint16Array(numbers.length * 2);
    for (const [old, number] of numbers.entries()) {
      if (number === 0) continue;
      const slot = this.#slotOf(number);
      this.#numbers[slot] = number;
      this.#pages[slot] = pages[old] ?? 0;
    }
  }
}
