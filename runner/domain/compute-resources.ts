/** Compute resources of a run's pod as Kubernetes quantities. Absent: the default of the installation. */
export interface ComputeResources {
  /** CPUs, e.g. `500m` or `2`. */
  readonly cpu?: string;
  /** Bytes, e.g. `512Mi` or `4Gi`. */
  readonly memory?: string;
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
};
const QUANTITY = /^(\d+(?:\.\d+)?)(|m|k|M|G|T|Ki|Mi|Gi|Ti)$/;
const FORMS = {
  cpu: /^\d{1,6}(?:\.\d{1,3})?m?$/,
  memory: /^\d{1,15}(?:\.\d{1,3})?(|k|M|G|T|Ki|Mi|Gi|Ti)$/,
} as const;

/**
 * The number that a Kubernetes quantity stands for, e.g. 0.5 for `500m`.
 * @throws Error when the text is not a quantity
 */
export function parseQuantity(quantity: string): number {
  const [, digits, unit = ''] = QUANTITY.exec(quantity) ?? [];
  if (digits === undefined) throw new Error(`Not a quantity: ${quantity}`);
  return Number(digits) * (UNITS[unit] ?? 1);
}

/** CPUs or bytes; null when the text is not a quantity of the resource. */
export function parseResourceQuantity(
  resource: keyof ComputeResources,
  text: string,
): number | null {
  return FORMS[resource].test(text) ? parseQuantity(text) : null;
}
