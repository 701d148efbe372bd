import { expect, test } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import { workflowsToName } from '../../../src/tools/workflows/workflow-tools.ts';

test.each([
  ['audit_page', 'page_audit.create'],
  ['audit_site', 'content_audits.create'],
  ['research_keywords', 'keywords.research'],
  ['research_keywords', 'keywords.ai_research'],
  ['write_article', 'articles.generate'],
  ['ask_agent', 'agentic_chat.chat'],
])('the bound of %s is that of %s', (name, operation) => {
  const { price } = operationNamed(operation);
  const bound = price.kind === 'fixed' ? price.credits : price.kind === 'formula' ? price.atMost : null;
  expect(workflowsToName(false).find((one) => one.name === name)?.maxCredits).toBe(bound);
});
