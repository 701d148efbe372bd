import type { Invention } from './invention.ts';

/** Placeholder text about a topic, in Markdown: believable in length and form, plainly made up. */
export function prose(invention: Invention, topic: string, words: number): string {
  const parts = [`# ${title(topic)}`];
  for (let written = 0; written < words; ) {
    if (parts.length % 4 === 1) parts.push(`## ${invention.pick(headings).replace('*', topic)}`);
    const paragraph = Array.from({ length: invention.whole(3, 5) }, () => invention.pick(sentences).replace('*', topic)).join(' ');
    parts.push(paragraph);
    written += paragraph.split(' ').length;
  }
  return parts.join('\n\n');
}

export const title = (topic: string): string => topic.charAt(0).toUpperCase() + topic.slice(1);

const headings = ['What * is about', 'How * works', 'Choosing * well', 'Common questions about *', 'What * costs', 'Before you decide'] as const;

const sentences = [
  'Anyone who looks into * finds that the details matter more than the headline.',
  'The invented figures in this sample suggest that * pays off within a season.',
  'Start small with *, keep notes, and compare after four weeks.',
  'Three in five of the people nobody asked would choose * again.',
  'A checklist helps: purpose, budget, time, and who looks after * later.',
  'In this made-up example, * was set up in an afternoon.',
  'The usual mistake with * is to skip the measuring.',
  'Where two offers for * look alike, the terms in small print decide.',
] as const;
