/** A Landlock rule set. */
export interface FilePolicy {
  /** `struct landlock_ruleset_attr`, in base64. */
  readonly attributes: string;
  /** What is granted below each path. */
  readonly rules: readonly { readonly path: string; readonly access: number }[];
  /** The rights that exist for a file; the others are of folders. */
  readonly fileAccess: number;
}

/** A seccomp filter. */
export interface CallPolicy {
  /** An array of `struct sock_filter`, in base64. */
  readonly filter: string;
  /** Offsets in bytes where the filter needs the id of its process. */
  readonly ownPidAt: readonly number[];
}

/** How the launcher confines a process. Null: not by this means. */
export interface SandboxPolicy {
  readonly files: FilePolicy | null;
  readonly calls: CallPolicy | null;
}
