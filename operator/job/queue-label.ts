type Labels = Readonly<Record<string, string>>;

/** Kueue suspends a Job that names a queue by this label, and lets it go when the queue admits it. */
const QUEUE_LABEL = 'kueue.x-k8s.io/queue-name';
const QUEUE_LABELS = 'kueue.x-k8s.io/';

/** The queue that decides when a Job with these labels may start; null: none does. */
export function queueOf(labels: Labels): string | null {
  return labels[QUEUE_LABEL] ?? null;
}

/** Labels of a Job that no queue is to let go. */
export function withoutQueue(labels: Labels): Labels {
  return Object.fromEntries(
    Object.entries(labels).filter(([name]) => !name.startsWith(QUEUE_LABELS)),
  );
}
