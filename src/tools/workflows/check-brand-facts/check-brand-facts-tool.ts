import { reference } from '../../definition/tool-arguments.ts';
import { outputSchema } from '../../results/output-schema.ts';
import { defineWorkflow } from '../shared/define-workflow.ts';

/** False statements about a brand. */
export const checkBrandFactsTool = defineWorkflow({
  name: 'check_brand_facts',
  title: "Check a brand's facts",
  about: 'Show what AI assistants get wrong about a brand',
  description:
    'What AI assistants get wrong about a tracked brand: open claims, most severe first, how many are known_wrong, each with its verdict, the truth and its source. Free. Checking the claims again costs credits: accuracy.reverify.',
  input: () => ({
    brand: reference.describe('Brand, name, domain or id; optional if only one').optional(),
  }),
  output: outputSchema({
    tracking_project_id: 'integer',
    open_claims: 'integer',
    by_severity: 'object',
    claims: 'list',
    knowledge: 'object',
    not_available: 'object',
  }),
  run: async (task, order) => (await import('./check-brand-facts.ts')).checkBrandFacts(task, order),
});
