import { readFileSync } from 'node:fs';

/** The anchors that GitHub makes of a file's headings. */
export const headingsOf = (file: string): string[] =>
  Array.from(withoutBlocks(file).matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );

/** A text without its fenced blocks, whose lines may begin with # or hold brackets. */
export const withoutBlocks = (file: string): string => readFileSync(file, 'utf8').replaceAll(/^```[^]*?^```$/gm, '');
