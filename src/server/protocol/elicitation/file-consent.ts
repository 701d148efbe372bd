import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Caller } from '../caller.ts';
import type { RequestMemory } from '../request-memory.ts';
import type { FileAccess, OutgoingFile } from '../../../client/http/files/file-access.ts';
import { oneLine } from '../../../base/text/one-line.ts';
import { createOpenQuestions, digest } from './open-questions.ts';
import { VisibilityError } from '../../../client/errors.ts';

/** Decides which local files may be sent through this server. */
export interface FileOptions {
  /** Absolute paths of the operator's folders. */
  readonly folders: readonly string[];
}

export type FileConsent = ReturnType<typeof createFileConsent>;

/** What a question is about: consent is valid once, for this call and these files with their current content. */
interface OpenQuestion {
  readonly files: string;
  /** The client's folders, as it stated them in an earlier round of the same call. */
  readonly roots: readonly string[] | null;
  /** Set if the person has agreed and the call continues with another question. */
  readonly agreed?: true | undefined;
}

const rootsQuestion = 'roots';
const filesQuestion = 'files';

/**
 * Decides which local files a call may send: those in the operator's folders and in the client's roots, which are requested
 * when a file needs them. If the client can ask a person, only files that the person agreed to by name. The consent is bound
 * to the tool, its arguments, and path and content of each file. A call that also needs consent to spend asks for that next,
 * and keeps this consent until then.
 */
export function createFileConsent({ folders }: FileOptions, memory: RequestMemory) {
  const questions = createOpenQuestions<OpenQuestion>(filesQuestion, memory);

  return {
    async open(
      tool: string,
      args: unknown,
      ctx: ServerContext,
      { canAsk, hasRoots }: Pick<Caller, 'canAsk' | 'hasRoots'>,
    ) {
      const responses = ctx.mcpReq.inputResponses;
      const answer = inputResponse(responses, filesQuestion);
      const openQuestion = responses ? await questions.close(tool, args, ctx) : undefined;
      const answeredQuestion = openQuestion?.agreed || answer.kind === 'elicit' ? openQuestion : undefined;
      const declined = answeredQuestion !== undefined && answer.kind === 'elicit' && answer.action !== 'accept';
      const roots = answeredQuestion?.roots ?? rootsIn(responses);
      let agreed: string | undefined;
      let filesToAskFor: readonly OutgoingFile[] | undefined;
      let wantsRoots = false;

      const access: FileAccess = {
        folders,
        roots: hasRoots
          ? async () => {
              if (roots) return roots;
              wantsRoots = true;
              throw notAgreed('The client is asked for its folders first.');
            }
          : undefined,
        agree: canAsk
          ? async (files) => {
              if (declined) throw createDeclined(files);
              const present = await digestOf(files);
              if (answeredQuestion?.files === present) return void (agreed = present);
              filesToAskFor = files;
              throw notAgreed('A person is asked to agree to the files first.');
            }
          : undefined,
      };
      return {
        access,
        /** The question, if the client has to be asked for its folders, or a person for consent. */
        async question(): Promise<InputRequiredResult | undefined> {
          if (filesToAskFor) {
            const about = { files: await digestOf(filesToAskFor), roots: roots ?? null };
            return questions.ask({ tool, args, ctx }, about, wording(filesToAskFor));
          }
          return wantsRoots
            ? inputRequired({ inputRequests: { [rootsQuestion]: inputRequired.listRoots() } })
            : undefined;
        },
        /** Keeps the person's consent while another question of the same call waits for its answer. `state`: the state of that question. */
        async keepBeside(state: string): Promise<void> {
          if (agreed === undefined) return;
          await questions.keepBeside(state, tool, args, ctx, { files: agreed, roots: roots ?? null, agreed: true });
        },
      };
    },
  };
}

/** The folders in the client's answer. An answer without folders counts: the client is not asked again. */
function rootsIn(responses: ServerContext['mcpReq']['inputResponses']): readonly string[] | undefined {
  if (!responses || !(rootsQuestion in responses)) return undefined;
  const answer = inputResponse(responses, rootsQuestion);
  return answer.kind === 'roots' ? answer.roots.flatMap(({ uri }) => folderOf(uri)).slice(0, 100) : [];
}

function folderOf(uri: unknown): string[] {
  const url = typeof uri === 'string' ? URL.parse(uri) : null;
  if (url?.protocol !== 'file:') return [];
  try {
    return [fileURLToPath(url)];
  } catch {
    return [];
  }
}

const digestOf = (files: readonly OutgoingFile[]): Promise<string> =>
  digest(
    files.map(({ operation, path, bytes }) => [
      operation,
      path,
      createHash('sha256').update(bytes).digest('base64url'),
    ]),
  );

function wording(files: readonly OutgoingFile[]): string {
  const [first] = files;
  return [
    `Send ${files.length === 1 ? 'this file' : `these ${files.length} files`} from this computer to the platform, for ${first?.operation ?? 'a call'}?`,
    ...files.map(({ path, bytes }) => `- ${shown(basename(path))} (${sizeInWords(bytes.length)}), ${shown(path)}`),
  ].join('\n');
}

const shown = (text: string): string => oneLine(text, 300);

const sizeInWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const createDeclined = (files: readonly OutgoingFile[]): VisibilityError =>
  notAgreed(
    `The person was asked and did not agree to send ${files.map(({ path }) => basename(path)).join(', ')}. Nothing was sent.`,
    'Do not repeat the call unless the person asks for it.',
  );

const notAgreed = (message: string, next = 'Repeat the call.'): VisibilityError =>
  new VisibilityError('confirmation_required', message, { outcome: 'not_sent', next });
