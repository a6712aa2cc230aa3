/** What the pod of a run gets, in the notation of Kubernetes; absent: what the installation gives. */
export interface ComputeResources {
  /** CPUs, e.g. `500m` or `2`. */
  readonly cpu?: string;
  /** Bytes, e.g. `512Mi` or `4Gi`. */
  readonly memory?: string;
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  m: 1e-3,
  ...{ k: 1e3, M: 1e6, G: 1e9, T: 1e12 },
  ...{ Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 },
};
const FORMS = {
  cpu: /^(\d{1,6}(?:\.\d{1,3})?)(m?)$/,
  memory: /^(\d{1,15}(?:\.\d{1,3})?)(|k|M|G|T|Ki|Mi|Gi|Ti)$/,
} as const;

/** CPUs, or bytes; null when the text says no such quantity. */
export function quantityOf(resource: keyof ComputeResources, text: string): number | null {
  const [, digits, unit = ''] = FORMS[resource].exec(text) ?? [];
  return digits === undefined ? null : Number(digits) * (UNITS[unit] ?? 1);
}
