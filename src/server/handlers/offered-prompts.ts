import type { Prompt } from '../../prompts/index.ts';
import type { Surface } from './offer.ts';

/** The prompts whose tool is there: a read-only server suggests nothing that pays. */
export const offeredPrompts = ({ tools, prompts }: Pick<Surface, 'tools' | 'prompts'>): readonly Prompt[] =>
  prompts.filter((prompt) => tools.some(({ name }) => name === prompt.name));
