import {
  ProtocolError,
  ProtocolErrorCode,
  type CompleteRequestParams,
  type CompleteResult,
} from '@modelcontextprotocol/server';
import { oneLine } from '../../base/text/one-line.ts';
import type { NamedRecord, Resources } from '../../resources/index.ts';
import { offeredPrompts, type Surface } from './offer.ts';

/** Maximum suggestions: a person who types reads no more. */
const maxSuggestions = 20;

/** Maximum characters of a suggestion, which becomes an argument or part of an address. */
const maxValue = 100;

/** Suggestions for the id in an address, by id or name, and for the names that prompts take as arguments. */
export async function complete({ ref, argument }: CompleteRequestParams, surface: Surface): Promise<CompleteResult> {
  const typed = plain(argument.value);
  const suggestions =
    ref.type === 'ref/prompt'
      ? await namesFor(ref.name, argument.name, typed, surface)
      : await idsFor(ref.uri, typed, surface.resources);
  return {
    completion: {
      values: suggestions.slice(0, maxSuggestions).map((value) => oneLine(value, maxValue)),
      total: suggestions.length,
      hasMore: suggestions.length > maxSuggestions,
    },
  };
}

async function idsFor(uri: string, typed: string, { fixed, templates }: Resources): Promise<string[]> {
  const template = templates.find(({ uriTemplate }) => uriTemplate === uri);
  if (!template && !fixed.some((resource) => resource.uri === uri))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown resource template: ${uri}`);
  return matching((await template?.names?.()) ?? [], typed).map(({ id }) => id);
}

async function namesFor(name: string, argument: string, typed: string, surface: Surface): Promise<string[]> {
  const prompt = offeredPrompts(surface).find((candidate) => candidate.name === name);
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`);
  const templateName = prompt.arguments.find((candidate) => candidate.name === argument)?.suggests;
  const template =
    templateName === undefined
      ? undefined
      : surface.resources.templates.find((candidate) => candidate.name === templateName);
  const matches = matching((await template?.names?.()) ?? [], typed);
  return [...new Set(matches.map(({ id, names }) => names[0] ?? id))];
}

/** Candidates whose id or name begins with the typed text, then those that contain it. */
function matching(candidates: readonly NamedRecord[], typed: string): NamedRecord[] {
  const words = ({ id, names }: NamedRecord): string[] => [id, ...names].map(plain);
  const begins = candidates.filter((one) => words(one).some((word) => word.startsWith(typed)));
  return [
    ...begins,
    ...candidates.filter((one) => !begins.includes(one) && words(one).some((word) => word.includes(typed))),
  ];
}

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
