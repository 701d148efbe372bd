/** Which local files a call may send. Without it, only content given inline is taken. */
export interface FileAccess {
  /** Folders, absolute, that the operator named. */
  readonly folders: readonly string[];
  /** Folders, absolute, that the host declares as its own (MCP roots). Asked for where a file lies in none of `folders`; throws to refuse. */
  readonly roots?: (() => Promise<readonly string[]>) | undefined;
  /** Called with the files of a request before anything is sent; throws to refuse. Absent: the folders decide. */
  readonly agree?: ((files: readonly OutgoingFile[]) => void | Promise<void>) | undefined;
}

/** A local file that is about to be sent, read and found to be of the kind that the operation takes. */
export interface OutgoingFile {
  /** Name of the operation that takes it. */
  readonly operation: string;
  /** Absolute, without symbolic links. */
  readonly path: string;
  readonly bytes: Uint8Array;
}
