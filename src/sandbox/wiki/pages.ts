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
    body_md: '# Getting started\n\nThis is the invented handbook of a sandbox.\n\n## A first project\n\nA project holds one domain.\n\n## Credits\n\nPaid calls draw on the team balance.',
  },
  {
    slug: 'tracking/visibility-score',
    title: 'Visibility score',
    category: 'tracking',
    visibility: 'public',
    body_md: '# Visibility score\n\nThe score says how often assistants name a brand.\n\n## What moves it\n\nMentions and citations, week by week.',
  },
  {
    slug: 'tracking/citations/lift',
    title: 'Lift',
    category: 'tracking',
    visibility: 'public',
    body_md: '# Lift\n\nAbove one, a feature is more frequent in cited pages.\n\n## Reading it\n\nA lift says nothing about causes on its own.',
  },
  {
    slug: 'operations/incident-drill',
    title: 'Incident drill',
    category: 'operations',
    visibility: 'internal',
    body_md: '# Incident drill\n\nWhom to wake when the score stands still.\n\n## Phone list\n\nIt is in the drawer.',
  },
];
