/** Which local files a call may send. Without it, a file can only be given by its content. */
export interface FileAccess {
  /** Absolute paths of the folders that the operator configured. */
  readonly folders: readonly string[];
  /** Returns the absolute paths of the MCP roots that the host declares; called only if a file is in none of `folders`. Throws to refuse. */
  readonly roots?: (() => Promise<readonly string[]>) | undefined;
  /** Asks for consent to send the files of a request; throws to refuse. Absent: every file in the folders may be sent. */
  readonly agree?: ((files: readonly OutgoingFile[]) => void | Promise<void>) | undefined;
}

/** A local file about to be sent: it has been read, and is of the kind that the operation accepts. */
export interface OutgoingFile {
  /** Name of the operation that sends it. */
  readonly operation: string;
  /** Absolute, without symbolic links. */
  readonly path: string;
  readonly bytes: Uint8Array;
}
