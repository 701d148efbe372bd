import type { Prompt } from './prompt.ts';
import { goOn, lines, quoted } from './wording.ts';

export const writeArticle: Prompt = {
  name: 'write_article',
  title: 'Write an article',
  description: 'Write a blog article for a keyword in one of your projects. Costs 5 credits.',
  tool: 'write_article',
  arguments: [
    { name: 'keyword', description: 'What the article is about and should be found for', required: true },
    { name: 'project', description: 'Name or domain of the project', required: false, suggests: 'projects' },
    { name: 'length', description: 'Words, 1200 if left out', required: false },
  ],
  render: ({ keyword = '', project = '', length = '' }) =>
    lines(
      `Write a blog article for the keyword ${quoted(keyword)}${project ? ` in the project ${quoted(project)}` : ''}${length ? `, about ${length} words long` : ''}.`,
      `Use write_article. ${goOn}`,
      'Then show the title, the word count, what it cost, and the text.',
    ),
};
