import type { Prompt } from '../../prompts/index.ts';
import type { Surface } from './offer.ts';

/** The prompts whose tools are there: a read-only server suggests nothing that pays. */
export const offeredPrompts = ({ tools, prompts }: Pick<Surface, 'tools' | 'prompts'>): readonly Prompt[] =>
  prompts.filter(({ name, tools: used = [name] }) => used.every((one) => tools.some((tool) => tool.name === one)));
