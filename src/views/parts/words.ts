import type { JobState } from '../../job-states.ts';

/** The texts of views and reports, by language. */
export interface Words {
  readonly language: 'en' | 'de';
  readonly noData: string;
  readonly notMeasured: string;
  readonly asTable: string;
  readonly index: string;
  readonly indexOf: string;
  readonly tiers: Readonly<Record<string, string>>;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly dimensionsTitle: string;
  readonly platformsTitle: string;
  readonly visibility: string;
  readonly recommendationRate: string;
  readonly citationRate: string;
  readonly trendTitle: string;
  readonly shareTitle: string;
  readonly sourcesTitle: string;
  readonly domain: string;
  readonly citations: string;
  readonly reachable: string;
  readonly winsTitle: string;
  readonly page: string;
  readonly recommendationsTitle: string;
  readonly competitorsTitle: string;
  readonly ownSite: string;
  readonly others: string;
  readonly topKeywords: string;
  readonly keywordsTitle: string;
  readonly cluster: string;
  readonly opportunity: string;
  readonly volume: string;
  readonly difficulty: string;
  readonly intent: string;
  readonly keywords: string;
  readonly auditScore: string;
  readonly pages: string;
  readonly issues: string;
  readonly issuesTitle: string;
  readonly worstTitle: string;
  readonly findings: string;
  readonly better: string;
  readonly audited: string;
  readonly balance: string;
  readonly renews: string;
  readonly reserved: string;
  readonly spent30: string;
  readonly limitsTitle: string;
  readonly spentByDay: string;
  readonly spentByOperation: string;
  readonly operation: string;
  readonly calls: string;
  readonly credits: string;
  readonly left: string;
  readonly of: string;
  readonly wordsCount: string;
  readonly status: string;
  readonly languageName: string;
  readonly wholeText: string;
  readonly refresh: string;
  readonly jobsTitle: string;
  readonly started: string;
  readonly progress: string;
  readonly waitsForYou: string;
  readonly goOn: string;
  readonly failed: string;
  readonly scores: string;
  readonly jobStates: Readonly<Record<JobState, string>>;
}

const en: Words = {
  language: 'en',
  noData: 'There is nothing to show.',
  notMeasured: 'not measured',
  asTable: 'Show as a table',
  index: 'AI visibility index',
  indexOf: 'of 100',
  tiers: { red: 'weak', yellow: 'fair', green: 'strong' },
  dimensions: {
    presence: 'Presence',
    prominence: 'Prominence',
    accuracy: 'Accuracy',
    sentiment: 'Sentiment',
    recommendation: 'Recommendation',
    citation: 'Citation',
  },
  dimensionsTitle: 'The six dimensions of the index',
  platformsTitle: 'Platforms compared',
  visibility: 'Visibility',
  recommendationRate: 'Recommended',
  citationRate: 'Cited',
  trendTitle: 'How the index developed',
  shareTitle: 'Share of voice',
  sourcesTitle: 'Sources that assistants cite',
  domain: 'Domain',
  citations: 'Citations',
  reachable: 'Within reach',
  winsTitle: 'Sources that are easy to win',
  page: 'Page',
  recommendationsTitle: 'What to do next',
  competitorsTitle: 'Competitors',
  ownSite: 'own site',
  others: 'Others',
  topKeywords: 'Best keywords',
  keywordsTitle: 'Keyword clusters by opportunity',
  cluster: 'Cluster',
  opportunity: 'Opportunity',
  volume: 'Searches a month',
  difficulty: 'Difficulty',
  intent: 'Intent',
  keywords: 'Keywords',
  auditScore: 'Score',
  pages: 'Pages',
  issues: 'Issues',
  issuesTitle: 'Issues by kind',
  worstTitle: 'Pages to improve first',
  findings: 'Findings',
  better: '0 worst, 100 best',
  audited: 'Audited pages',
  balance: 'Balance',
  renews: 'Renews',
  reserved: 'Reserved',
  spent30: 'Spent in 30 days',
  limitsTitle: 'Limits',
  spentByDay: 'Credits by day',
  spentByOperation: 'Credits by operation',
  operation: 'Operation',
  calls: 'Calls',
  credits: 'Credits',
  left: 'left',
  of: 'of',
  wordsCount: 'Words',
  status: 'Status',
  languageName: 'Language',
  wholeText: 'Whole text',
  refresh: 'Refresh',
  jobsTitle: 'Jobs',
  started: 'Started',
  progress: 'Progress',
  waitsForYou: 'Waiting for an answer',
  goOn: 'Check now',
  failed: 'The call failed',
  scores: 'Scores',
  jobStates: {
    starting: 'starting',
    running: 'running',
    needs_you: 'needs an answer',
    completed: 'completed',
    failed: 'failed',
    unknown: 'unknown',
  },
};

const de: Words = {
  language: 'de',
  noData: 'Es gibt nichts anzuzeigen.',
  notMeasured: 'nicht gemessen',
  asTable: 'Als Tabelle zeigen',
  index: 'KI-Sichtbarkeitsindex',
  indexOf: 'von 100',
  tiers: { red: 'schwach', yellow: 'mittel', green: 'stark' },
  dimensions: {
    presence: 'Präsenz',
    prominence: 'Prominenz',
    accuracy: 'Richtigkeit',
    sentiment: 'Stimmung',
    recommendation: 'Empfehlung',
    citation: 'Zitierung',
  },
  dimensionsTitle: 'Die sechs Dimensionen des Index',
  platformsTitle: 'Plattformen im Vergleich',
  visibility: 'Sichtbarkeit',
  recommendationRate: 'Empfohlen',
  citationRate: 'Zitiert',
  trendTitle: 'Entwicklung des Index',
  shareTitle: 'Anteil an den Nennungen',
  sourcesTitle: 'Quellen, die Assistenten zitieren',
  domain: 'Domain',
  citations: 'Zitierungen',
  reachable: 'Erreichbarkeit',
  winsTitle: 'Leicht zu gewinnende Quellen',
  page: 'Seite',
  recommendationsTitle: 'Nächste Schritte',
  competitorsTitle: 'Wettbewerber',
  ownSite: 'eigene Website',
  others: 'Andere',
  topKeywords: 'Beste Keywords',
  keywordsTitle: 'Keyword-Cluster nach Potenzial',
  cluster: 'Cluster',
  opportunity: 'Potenzial',
  volume: 'Suchen pro Monat',
  difficulty: 'Schwierigkeit',
  intent: 'Absicht',
  keywords: 'Keywords',
  auditScore: 'Punktzahl',
  pages: 'Seiten',
  issues: 'Befunde',
  issuesTitle: 'Befunde nach Art',
  worstTitle: 'Zuerst zu verbessernde Seiten',
  findings: 'Befunde',
  better: '0 am schlechtesten, 100 am besten',
  audited: 'Geprüfte Seiten',
  balance: 'Guthaben',
  renews: 'Erneuerung',
  reserved: 'Reserviert',
  spent30: 'In 30 Tagen verbraucht',
  limitsTitle: 'Limits',
  spentByDay: 'Credits pro Tag',
  spentByOperation: 'Credits pro Operation',
  operation: 'Operation',
  calls: 'Aufrufe',
  credits: 'Credits',
  left: 'übrig',
  of: 'von',
  wordsCount: 'Wörter',
  status: 'Status',
  languageName: 'Sprache',
  wholeText: 'Ganzer Text',
  refresh: 'Aktualisieren',
  jobsTitle: 'Aufträge',
  started: 'Begonnen',
  progress: 'Fortschritt',
  waitsForYou: 'Wartet auf eine Antwort',
  goOn: 'Jetzt prüfen',
  failed: 'Der Aufruf ist fehlgeschlagen',
  scores: 'Punktzahlen',
  jobStates: {
    starting: 'beginnt',
    running: 'läuft',
    needs_you: 'braucht eine Antwort',
    completed: 'fertig',
    failed: 'fehlgeschlagen',
    unknown: 'unbekannt',
  },
};

/** The texts for a language; English where there are none. */
export const wordsFor = (locale: string): Words => (/^de\b/i.test(locale) ? de : en);
