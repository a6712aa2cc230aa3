import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** Repeatable numbers in [0, 1): a linear congruential generator (Numerical Recipes' constants). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Writes orders: five columns (integer, text of `customers` kinds, float, integer, day as text). */
export async function writeOrders(path: string, rows: number, customers = 50_000): Promise<void> {
  const random = generator(7);
  await writeLines(path, 'order_id,customer,amount,quantity,day', rows, (index) => {
    const day = `2024-${two(1 + Math.floor(random() * 12))}-${two(1 + Math.floor(random() * 28))}`;
    const customer = `c${Math.floor(random() * customers)}`;
    return `${index},${customer},${(random() * 1000).toFixed(2)},${1 + Math.floor(random() * 19)},${day}`;
  });
}

/** Writes one row per customer, for joins with the orders. */
export async function writeCustomers(path: string, rows: number): Promise<void> {
  const random = generator(11);
  await writeLines(path, 'customer,segment,credit', rows, (index) => {
    return `c${index},s${Math.floor(random() * 9)},${(random() * 5000).toFixed(2)}`;
  });
}

async function writeLines(
  path: string,
  head: string,
  rows: number,
  line: (index: number) => string,
): Promise<void> {
  const file = createWriteStream(path);
  let block = `${head}\n`;
  for (let index = 0; index < rows; index++) {
    block += `${line(index)}\n`;
    if (block.length < 1 << 16) continue;
    if (!file.write(block)) await once(file, 'drain');
    block = '';
  }
  file.end(block);
  await once(file, 'finish');
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
