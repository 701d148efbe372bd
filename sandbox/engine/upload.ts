import { Buffer } from 'node:buffer';
import { invalid } from './http/refusal.ts';

/** An uploaded file. */
export interface Upload {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A file argument as the catalog declares it. Over HTTP it arrives with its content; a path is refused. */
type FileArgument =
  | string
  | { readonly name: string; readonly content: string; readonly encoding?: 'utf8' | 'base64' | undefined };

/** Decodes the file that was sent as `field`; 422 if the field holds none. */
export function readUpload(file: FileArgument, field: string): Upload {
  if (typeof file === 'string') throw invalid({ [field]: [`The ${field} field must be a file.`] });
  return { name: file.name, bytes: Buffer.from(file.content, file.encoding === 'base64' ? 'base64' : 'utf8') };
}
