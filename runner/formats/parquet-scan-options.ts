/** Scans exactly the file at the path: no wildcards and no partition columns from folder names. */
export const PARQUET_SCAN_OPTIONS = { glob: false, hivePartitioning: false } as const;
