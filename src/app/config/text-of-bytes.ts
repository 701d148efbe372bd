/**
 * The text in a file that a person wrote, without a byte order mark: PowerShell and editors on Windows begin files with one, and
 * neither JSON nor TypeScript has it. UTF-16, which `>` of PowerShell writes, is read as well.
 */
export function textOfBytes(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}
