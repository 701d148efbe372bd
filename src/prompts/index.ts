/** A task a person can pick from a menu. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  render(given: Record<string, string>): string;
}

export const createPrompts = (): readonly Prompt[] => [writeArticle, checkUrls];

const writeArticle: Prompt = {
  name: 'write_article',
  title: 'Write an article',
  description: 'Write a blog article for a keyword in one of your projects. Costs 5 credits.',
  arguments: [
    { name: 'keyword', description: 'What the article is about and should be found for', required: true },
    { name: 'project', description: 'Name or domain of the project', required: false },
    { name: 'length', description: 'Words, 1200 if left out', required: false },
  ],
  render: ({ keyword = '', project = '', length = '' }) =>
    [
      `Write a blog article for the keyword ${quoted(keyword)}${project ? ` in the project ${quoted(project)}` : ''}${length ? `, about ${length} words long` : ''}.`,
      'Use write_article. If it is not finished in time, go on with job_wait; do not start it again.',
      'Then show the title, the word count, what it cost, and the text.',
    ].join('\n'),
};

const checkUrls: Prompt = {
  name: 'check_urls',
  title: 'Check pages for AI citation',
  description: 'Audit pages for whether AI assistants can cite them. Costs 1 credit per page.',
  arguments: [{ name: 'urls', description: 'Addresses, separated by spaces or commas', required: true }],
  render: ({ urls = '' }) =>
    [
      `Audit these pages for citation readiness with ground_urls: ${urls.split(/[\s,]+/).filter(Boolean).join(' ')}`,
      'Report the pages worst first, with score and tier. Then list what to fix: first what several pages have in common, then page by page.',
    ].join('\n'),
};

const quoted = (text: string): string => JSON.stringify(text);
