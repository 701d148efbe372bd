/**
 * Everything that a host may read or offer without a tool call: records and results as resources, pages of views, skills, and
 * prompts. Reading is free, and contents are never shortened. Results of tools are in `tools/`.
 */
export { accountResources } from './account-resources.ts';
export { createResources } from './create-resources.ts';
export { matchTemplate } from './match-template.ts';
export { accountPrompts, createPrompts, type Prompt } from './prompts/index.ts';
export type { ResourceContent, NamedRecord, Resource, Resources, Within } from './resource.ts';
export { readSkills } from './skills.ts';
