/** Why a client's configuration was left as it is. Its message is one line, made to be read as it is. */
export class InstallError extends Error {
  override readonly name = 'InstallError';
}
