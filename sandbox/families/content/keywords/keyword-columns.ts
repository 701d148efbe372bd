import type { ColumnNames } from '../../shared/columns.ts';

/** The fields of a keyword import. */
export type KeywordField = 'keyword' | 'search_volume' | 'cpc' | 'difficulty' | 'intent';

/** Names of columns in German or English (docs/platform/content.md#keyword-import). */
export const keywordColumns: ColumnNames<KeywordField> = {
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
    'search_volume',
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
