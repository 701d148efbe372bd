import type { Prompt } from '../../prompts/index.ts';
import type { Surface } from './offer.ts';

/** The prompts whose tools are all offered: a read-only server offers no prompt that pays. */
export const offeredPrompts = ({ tools, prompts }: Pick<Surface, 'tools' | 'prompts'>): readonly Prompt[] =>
  prompts.filter(({ name, tools: used = [name] }) => used.every((one) => tools.some((tool) => tool.name === one)));
