/** The fields a keyword import knows, in the order of the result file (docs/platform/content.md#keyword-research). */
export const keywordFields = ['keyword', 'search_volume', 'cpc', 'difficulty', 'intent'] as const;

export type KeywordField = (typeof keywordFields)[number];

/** 0-based columns of the fields found. */
export type Mapping = Readonly<Partial<Record<KeywordField, number>>>;

/** Finds the columns by their headers, in German or English (docs/platform/content.md#keyword-import). */
export function detectColumns(headers: readonly string[]): Mapping {
  const plain = headers.map((header) => header.toLowerCase().replaceAll(/[^a-zäöüß]/g, ''));
  const columnIndexes = keywordFields.map(
    (field) => [field, plain.findIndex((header) => synonyms[field].includes(header))] as const,
  );
  return Object.fromEntries(columnIndexes.filter(([, column]) => column !== -1));
}

const synonyms: Readonly<Record<KeywordField, readonly string[]>> = {
  keyword: [
    'keyword',
    'keywords',
    'query',
    'term',
    'searchterm',
    'phrase',
    'suchbegriff',
    'suchbegriffe',
    'begriff',
    'schlüsselwort',
    'suchanfrage',
  ],
  search_volume: [
    'searchvolume',
    'volume',
    'volumen',
    'suchvolumen',
    'sv',
    'avgmonthlysearches',
    'monthlysearches',
    'monatlichesuchanfragen',
  ],
  cpc: ['cpc', 'costperclick', 'klickpreis', 'kostenproklick', 'cpceur', 'cpcusd'],
  difficulty: ['difficulty', 'kd', 'keyworddifficulty', 'schwierigkeit', 'wettbewerb', 'competition'],
  intent: ['intent', 'searchintent', 'absicht', 'suchintention', 'intention', 'suchabsicht'],
};
