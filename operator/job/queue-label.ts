type Labels = Readonly<Record<string, string>>;

/** Kueue suspends a Job with this label and unsuspends it when the queue admits it. */
const QUEUE_LABEL = 'kueue.x-k8s.io/queue-name';
const QUEUE_LABELS = 'kueue.x-k8s.io/';

/** The Kueue queue that admits a Job with these labels; null: none. */
export function queueOf(labels: Labels): string | null {
  return labels[QUEUE_LABEL] ?? null;
}

/** The labels without those of Kueue. */
export function withoutQueue(labels: Labels): Labels {
  return Object.fromEntries(
    Object.entries(labels).filter(([name]) => !name.startsWith(QUEUE_LABELS)),
  );
}
