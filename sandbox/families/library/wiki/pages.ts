/** A page of the handbook. */
export interface WikiPage {
  readonly slug: string;
  readonly title: string;
  readonly category: string;
  readonly visibility: 'public' | 'internal';
  /** Markdown: headings and paragraphs. */
  readonly body_md: string;
}

export const wikiPages: readonly WikiPage[] = [
  {
    slug: 'start',
    title: 'Getting started',
    category: 'basics',
    visibility: 'public',
    body_md: [
      '# Getting started',
      'This is the invented handbook of a sandbox.',
      '## A first project',
      'A project holds one domain.',
      '## Credits',
      'Paid calls draw on the team balance.',
    ].join('\n\n'),
  },
  {
    slug: 'tracking/visibility-score',
    title: 'Visibility score',
    category: 'tracking',
    visibility: 'public',
    body_md: [
      '# Visibility score',
      'The score says how often assistants name a brand.',
      '## What moves it',
      'Mentions and citations, week by week.',
    ].join('\n\n'),
  },
  {
    slug: 'tracking/citations/lift',
    title: 'Lift',
    category: 'tracking',
    visibility: 'public',
    body_md:
      '# Lift\n\nAbove one, a feature is more frequent in cited pages.\n\n## Reading it\n\nA lift says nothing about causes on its own.',
  },
  {
    slug: 'operations/incident-drill',
    title: 'Incident drill',
    category: 'operations',
    visibility: 'internal',
    body_md: '# Incident drill\n\nWhom to wake when the score stands still.\n\n## Phone list\n\nIt is in the drawer.',
  },
];
