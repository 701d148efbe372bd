import type { JobState } from '../../job-states.ts';
import type { ViewName } from '../view-name.ts';

/** The reader's word for a word of the platform; that one where there is none. */
export const inWords = (word: string, words: Readonly<Record<string, string>>): string =>
  (Object.hasOwn(words, word) ? words[word] : undefined) ?? word;

/** The texts of views and reports, by language. */
export interface Words {
  readonly language: 'en' | 'de';
  readonly noData: string;
  readonly empty: Readonly<Record<ViewName, string>>;
  readonly working: string;
  readonly embedded: string;
  readonly since: string;
  readonly measuredOn: string;
  readonly outsidePeriod: string;
  readonly otherPeriod: string;
  readonly comparedWith: string;
  readonly before: string;
  readonly after: string;
  readonly change: string;
  readonly gained: string;
  readonly lost: string;
  readonly allBrands: string;
  readonly falseClaimsTitle: string;
  readonly falseClaims: string;
  readonly ahead: string;
  readonly wholeReport: string;
  readonly claims: string;
  readonly said: string;
  readonly fact: string;
  readonly source: string;
  readonly rivalShare: string;
  readonly nothingMoved: string;
  readonly showGaps: string;
  readonly showPages: string;
  readonly showSaid: string;
  readonly checkAgain: string;
  readonly settle: string;
  /** What settling a claim means, before it is done. */
  readonly settleMeans: string;
  readonly settleResolved: string;
  readonly settleFalsePositive: string;
  readonly settled: string;
  readonly inWhichProject: string;
  readonly moreProjects: string;
  readonly noProject: string;
  readonly doIt: string;
  readonly writeThis: string;
  /** Search intents: what people who search for a keyword want to find. */
  readonly intents: Readonly<Record<string, string>>;
  readonly cancel: string;
  readonly queries: string;
  readonly whatToDo: string;
  readonly pageIsOwn: string;
  readonly pageIsNear: string;
  readonly pageIsFar: string;
  readonly pagesOfAllTime: string;
  /** With {} for the most credits. */
  readonly costsAtMost: string;
  readonly costIsUnknown: string;
  readonly parts: Readonly<Record<string, string>>;
  /** Texts of this server about what it does not have, and how they read in this language; the first that fits counts. */
  readonly gaps: readonly (readonly [RegExp, string])[];
  readonly topAssistant: string;
  readonly ownShare: string;
  readonly dimension: string;
  readonly ofHundred: string;
  readonly date: string;
  readonly platform: string;
  readonly brand: string;
  readonly citation: string;
  readonly citationsOf: string;
  readonly keyword: string;
  readonly clusters: string;
  readonly moreBelow: string;
  readonly opportunityNote: string;
  /** With {} for their number. */
  readonly shareBasis: string;
  readonly withinReach: string;
  readonly noSpending: string;
  readonly inDoubt: string;
  readonly spent: string;
  readonly limit: string;
  readonly resets: string;
  readonly atMost: string;
  readonly heldTitle: string;
  readonly issuesByCategory: string;
  readonly auditTitle: string;
  readonly meanScore: string;
  readonly frequentTitle: string;
  readonly severity: string;
  readonly finding: string;
  readonly articleTitle: string;
  readonly partShown: string;
  readonly follow: string;
  readonly unfollow: string;
  readonly windows: Readonly<Record<string, string>>;
  readonly severities: Readonly<Record<string, string>>;
  readonly notMeasured: string;
  readonly asTable: string;
  readonly index: string;
  /** Where a column has little room. */
  readonly indexShort: string;
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
  /** What to do about a weak dimension, for languages in which the platform does not say it. */
  readonly nextSteps: Readonly<Record<string, string>>;
  readonly competitorsTitle: string;
  readonly ownSite: string;
  readonly others: string;
  readonly topKeywords: string;
  readonly keywordsTitle: string;
  readonly cluster: string;
  readonly opportunity: string;
  readonly volume: string;
  readonly difficulty: string;
  readonly keywords: string;
  readonly auditScore: string;
  readonly pages: string;
  readonly issues: string;
  readonly issuesTitle: string;
  readonly worstTitle: string;
  readonly findings: string;
  readonly better: string;
  readonly audited: string;
  readonly account: string;
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
  /** States of an article by the platform's word for them, where the language has another. */
  readonly articleStates: Readonly<Record<string, string>>;
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
  readonly score: string;
  readonly criterion: string;
  readonly subject: string;
  /** Of one credit, as against `credits`. */
  readonly credit: string;
  readonly jobStates: Readonly<Record<JobState, string>>;
}

const en: Words = {
  language: 'en',
  noData: 'There is nothing to show.',
  empty: {
    report: 'Ask the assistant to start a measurement for the brand, or choose a longer period.',
    keywords: 'Ask the assistant to research keywords for a topic, such as “tent pegs”.',
    audit: 'Ask the assistant to audit a site or a page, by its address.',
    credits: 'What calls cost will appear here. Estimates are free: ask for the price of a plan first.',
    article: 'Ask the assistant to write an article about a keyword.',
    jobs: 'Long tasks such as articles and audits appear here as soon as one is started.',
  },
  working: 'The result appears here when it is ready.',
  embedded: 'Invented data of the embedded platform',
  since: 'since',
  measuredOn: 'measured on',
  outsidePeriod: 'No run finished in this period; the index is an older one.',
  otherPeriod: 'is of another period:',
  comparedWith: 'Compared with',
  before: 'Before',
  after: 'After',
  change: 'Change',
  gained: 'gained',
  lost: 'lost',
  allBrands: 'All brands',
  falseClaimsTitle: 'What assistants get wrong',
  falseClaims: 'False claims',
  ahead: 'Ahead of it',
  wholeReport: 'Report',
  claims: 'Claims',
  said: 'It was said',
  fact: 'The fact',
  source: 'Source',
  rivalShare: "Competitors' share of voice",
  nothingMoved: 'No figure moved.',
  showGaps: 'Show the gaps',
  showPages: 'Pages',
  showSaid: 'What was said',
  checkAgain: 'Check the claims again',
  settle: 'Settle this claim',
  settleMeans: 'This is free. A settled claim cannot be opened again.',
  settleResolved: 'It has been corrected',
  settleFalsePositive: 'It is not an error',
  settled: 'The claim is settled.',
  inWhichProject: 'In which project?',
  moreProjects: 'For any other project, ask the assistant.',
  noProject: 'There is no project yet: ask the assistant to create one.',
  doIt: 'Go ahead',
  writeThis: 'Write this one',
  intents: {},
  cancel: 'Cancel',
  queries: 'Queries',
  whatToDo: 'What to do',
  pageIsOwn: 'Own page: keep it up to date.',
  pageIsNear: 'Ask its author for a mention of the brand.',
  pageIsFar: 'Hard to win: publish a better answer to the same question.',
  pagesOfAllTime: 'Citations of single pages are of all time: the platform counts them for no period.',
  costsAtMost: 'This costs up to {} credits.',
  costIsUnknown: 'What this costs is not known beforehand.',
  parts: {},
  gaps: [],
  topAssistant: 'Most visible on',
  ownShare: 'Own share of voice',
  dimension: 'Dimension',
  ofHundred: '0 to 100',
  date: 'Date',
  platform: 'Platform',
  brand: 'Brand',
  citation: 'citation',
  citationsOf: 'citations',
  keyword: 'Keyword',
  clusters: 'Clusters',
  moreBelow: 'more in the table below',
  opportunityNote:
    'Opportunity: searches a month, weighted by what the difficulty leaves. Difficulty: 0 to 100, lower is easier.',
  shareBasis: 'Share of all citations of the {} most cited domains.',
  withinReach: 'within reach',
  noSpending: 'Nothing was spent in the last 30 days.',
  inDoubt: 'In doubt',
  spent: 'Spent',
  limit: 'Limit',
  resets: 'Resets',
  atMost: 'at most',
  heldTitle: 'Held for calls in flight',
  issuesByCategory: 'Issues by subject',
  auditTitle: 'Audit',
  meanScore: 'Mean score',
  frequentTitle: 'Most frequent findings',
  severity: 'Severity',
  finding: 'Finding',
  articleTitle: 'Article',
  partShown: 'This is the beginning of the text.',
  follow: 'Update live',
  unfollow: 'Stop updating',
  windows: {
    call: 'Per call',
    hour: 'This hour',
    day: 'Today',
    week: 'This week',
    month: 'This month',
    session: 'This session',
    total: 'In total',
  },
  severities: {
    critical: 'critical',
    error: 'error',
    high: 'high',
    warning: 'warning',
    medium: 'medium',
    low: 'low',
    info: 'info',
  },
  notMeasured: 'not measured',
  asTable: 'Show as a table',
  index: 'AI visibility index',
  indexShort: 'Index',
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
  nextSteps: {},
  competitorsTitle: 'Competitors',
  ownSite: 'own site',
  others: 'Others',
  topKeywords: 'Best keywords',
  keywordsTitle: 'Keyword clusters by opportunity',
  cluster: 'Cluster',
  opportunity: 'Opportunity',
  volume: 'Searches a month',
  difficulty: 'Difficulty',
  keywords: 'Keywords',
  auditScore: 'Score',
  pages: 'Pages',
  issues: 'Issues',
  issuesTitle: 'Issues by severity',
  worstTitle: 'Pages to improve first',
  findings: 'Findings',
  better: '0 worst, 100 best',
  audited: 'Audited pages',
  account: 'Account',
  balance: 'Balance',
  renews: 'Renews',
  reserved: 'Held',
  spent30: 'Spent in 30 days',
  limitsTitle: 'Limits',
  spentByDay: 'Credits by day',
  spentByOperation: 'Credits by operation',
  operation: 'Operation',
  calls: 'Calls',
  credits: 'Credits',
  credit: 'Credit',
  score: 'Score',
  criterion: 'Criterion',
  subject: 'Subject',
  left: 'left',
  of: 'of',
  wordsCount: 'Words',
  status: 'Status',
  articleStates: {},
  languageName: 'Language',
  wholeText: 'Whole text',
  refresh: 'Refresh',
  jobsTitle: 'Jobs',
  started: 'Started',
  progress: 'Progress',
  waitsForYou: 'Waits for an answer: give it to the assistant.',
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
  empty: {
    report: 'Lassen Sie den Assistenten eine Messung für die Marke starten, oder wählen Sie einen längeren Zeitraum.',
    keywords: 'Lassen Sie den Assistenten Keywords zu einem Thema recherchieren, etwa „Zeltheringe“.',
    audit: 'Lassen Sie den Assistenten eine Website oder eine Seite prüfen; er braucht ihre Adresse.',
    credits: 'Hier erscheint, was Aufrufe kosten. Schätzungen sind kostenlos: Fragen Sie zuerst nach dem Preis.',
    article: 'Lassen Sie den Assistenten einen Artikel zu einem Keyword schreiben.',
    jobs: 'Längere Aufträge wie Artikel und Prüfungen erscheinen hier, sobald einer beginnt.',
  },
  working: 'Das Ergebnis erscheint hier, sobald es fertig ist.',
  embedded: 'Erfundene Daten der eingebauten Plattform',
  since: 'seit',
  measuredOn: 'gemessen am',
  outsidePeriod: 'In diesem Zeitraum endete keine Messung; der Index ist älter.',
  otherPeriod: 'stammt aus einem anderen Zeitraum:',
  comparedWith: 'Im Vergleich mit',
  before: 'Vorher',
  after: 'Nachher',
  change: 'Änderung',
  gained: 'gewonnen',
  lost: 'verloren',
  allBrands: 'Alle Marken',
  falseClaimsTitle: 'Was Assistenten falsch angeben',
  falseClaims: 'Falsche Angaben',
  ahead: 'Liegt vor ihr',
  wholeReport: 'Bericht',
  claims: 'Angaben',
  said: 'Gesagt wurde',
  fact: 'Tatsache',
  source: 'Quelle',
  rivalShare: 'Anteil der Wettbewerber',
  nothingMoved: 'Kein Wert hat sich verändert.',
  showGaps: 'Lücken zeigen',
  showPages: 'Seiten',
  showSaid: 'Was gesagt wurde',
  checkAgain: 'Angaben erneut prüfen',
  settle: 'Angabe abschließen',
  settleMeans: 'Das ist kostenlos. Eine abgeschlossene Angabe lässt sich nicht wieder öffnen.',
  settleResolved: 'Sie ist richtiggestellt',
  settleFalsePositive: 'Sie ist kein Fehler',
  settled: 'Die Angabe ist abgeschlossen.',
  inWhichProject: 'In welchem Projekt?',
  moreProjects: 'Für ein anderes Projekt fragen Sie den Assistenten.',
  noProject: 'Es gibt noch kein Projekt: Lassen Sie den Assistenten eines anlegen.',
  doIt: 'Ausführen',
  writeThis: 'Diesen schreiben',
  intents: {
    informational: 'Information',
    commercial: 'Vergleich vor dem Kauf',
    transactional: 'Kauf',
    navigational: 'bestimmte Seite',
  },
  cancel: 'Abbrechen',
  queries: 'Fragen',
  whatToDo: 'Was zu tun ist',
  pageIsOwn: 'Eigene Seite: aktuell halten.',
  pageIsNear: 'Die Redaktion bitten, die Marke zu nennen.',
  pageIsFar: 'Schwer zu gewinnen: eine bessere Antwort auf dieselbe Frage veröffentlichen.',
  pagesOfAllTime: 'Zitate einzelner Seiten gelten für die gesamte Zeit: Die Plattform zählt sie für keinen Zeitraum.',
  costsAtMost: 'Das kostet bis zu {} Credits.',
  costIsUnknown: 'Was das kostet, ist vorher nicht bekannt.',
  parts: {
    index: 'Index',
    tier: 'Stufe des Index',
    dimensions: 'Dimensionen',
    trend: 'Entwicklung des Index',
    scores: 'Entwicklung des Index',
    platforms: 'Plattformen',
    gaps: 'Lücken der Plattformen',
    platform_gaps: 'Lücken der Plattformen',
    quick_wins: 'leicht zu gewinnende Quellen',
    low_hanging_fruit: 'leicht zu gewinnende Quellen',
    potential: 'Potenzial',
    competitors: 'Wettbewerber',
    share_of_voice: 'Anteil an den Zitierungen',
    cited_sources: 'zitierte Quellen',
    sources: 'zitierte Quellen',
    claims: 'falsche Angaben',
    clusters: 'Cluster',
    volume: 'Suchvolumen',
    difficulty: 'Schwierigkeit',
    score: 'Punktzahl',
    pages: 'Seiten',
    issues: 'Befunde',
  },
  gaps: [
    [/^Nothing was measured from (\S+) to (\S+)\.$/, 'Vom $1 bis zum $2 wurde nichts gemessen.'],
    [/^No run finished from (\S+) to (\S+?)\.$/, 'Vom $1 bis zum $2 endete keine Messung.'],
    [/^No citations to share from (\S+) to (\S+?)\.$/, 'Vom $1 bis zum $2 gibt es keine Zitierungen.'],
    [/^More claims than a report reads.*$/s, 'Mehr Angaben, als ein Bericht liest: Die falschen sind nicht gezählt.'],
    [
      /^There are more than a report reads.*$/s,
      '{part}: Es sind mehr, als ein Bericht liest; was dazukam und wegfiel, ist nicht bekannt.',
    ],
    [/^In setup: .*$/s, 'Wird eingerichtet: Noch wurde nichts gemessen.'],
    [
      /^The platform has dimensions of its latest run alone.*$/s,
      'Die Plattform nennt Dimensionen nur zur letzten Messung; sie werden nicht verglichen.',
    ],
    [
      /^Nothing has been measured yet.*$/s,
      'Noch wurde nichts gemessen: Für diese Marke endete in diesem Zeitraum keine Messung.',
    ],
    [
      /^unknown: the platform does not say when a claim was first seen$/,
      'unbekannt: Die Plattform sagt nicht, wann eine Angabe zuerst vorkam',
    ],
    [/^([\w]+\.[\w]+) gave no .*$/s, '{part}: Die Plattform nennt dazu nichts ($1).'],
    [/^(.*)$/s, '{part}: nicht verfügbar („$1“)'],
  ],
  topAssistant: 'Am sichtbarsten auf',
  ownShare: 'Eigener Anteil an den Zitierungen',
  dimension: 'Dimension',
  ofHundred: '0 bis 100',
  date: 'Datum',
  platform: 'Plattform',
  brand: 'Marke',
  citation: 'Zitierung',
  citationsOf: 'Zitierungen',
  keyword: 'Keyword',
  clusters: 'Cluster',
  moreBelow: 'weitere in der Tabelle unten',
  opportunityNote:
    'Potenzial: Suchen pro Monat, gewichtet mit dem, was die Schwierigkeit übrig lässt. Schwierigkeit: 0 bis 100, niedriger ist leichter.',
  shareBasis: 'Anteil an allen Zitierungen der {} meistzitierten Domains.',
  withinReach: 'erreichbar',
  noSpending: 'In den letzten 30 Tagen wurde nichts ausgegeben.',
  inDoubt: 'Ungeklärt',
  spent: 'Verbraucht',
  limit: 'Limit',
  resets: 'Beginnt neu',
  atMost: 'höchstens',
  heldTitle: 'Für laufende Aufrufe reserviert',
  issuesByCategory: 'Befunde nach Thema',
  auditTitle: 'Prüfung',
  meanScore: 'Mittlere Punktzahl',
  frequentTitle: 'Häufigste Befunde',
  severity: 'Schwere',
  finding: 'Befund',
  articleTitle: 'Artikel',
  partShown: 'Das ist der Anfang des Textes.',
  follow: 'Laufend aktualisieren',
  unfollow: 'Nicht mehr aktualisieren',
  windows: {
    call: 'Pro Aufruf',
    hour: 'Diese Stunde',
    day: 'Heute',
    week: 'Diese Woche',
    month: 'Dieser Monat',
    session: 'Diese Sitzung',
    total: 'Insgesamt',
  },
  severities: {
    critical: 'kritisch',
    error: 'Fehler',
    high: 'hoch',
    warning: 'Warnung',
    medium: 'mittel',
    low: 'gering',
    info: 'Hinweis',
  },
  notMeasured: 'nicht gemessen',
  asTable: 'Als Tabelle zeigen',
  index: 'KI-Sichtbarkeitsindex',
  indexShort: 'Index',
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
  shareTitle: 'Anteil an den Zitierungen',
  sourcesTitle: 'Quellen, die Assistenten zitieren',
  domain: 'Domain',
  citations: 'Zitierungen',
  reachable: 'Erreichbar',
  winsTitle: 'Leicht zu gewinnende Quellen',
  page: 'Seite',
  recommendationsTitle: 'Nächste Schritte',
  nextSteps: {
    presence: 'Antworten auf die Fragen veröffentlichen, in denen die Marke fehlt',
    prominence: 'Die Marke weiter nach vorn bringen: das Wichtigste zuerst sagen',
    accuracy: 'Falsche Angaben zur Marke richtigstellen',
    sentiment: 'Kritik aufgreifen, die in den Antworten vorkommt',
    recommendation: 'Für Vergleiche und Bewertungen sorgen, auf die sich Empfehlungen stützen',
    citation: 'Auf den Seiten genannt werden, die zitiert werden',
  },
  competitorsTitle: 'Wettbewerber',
  ownSite: 'eigene Website',
  others: 'Andere',
  topKeywords: 'Beste Keywords',
  keywordsTitle: 'Keyword-Cluster nach Potenzial',
  cluster: 'Cluster',
  opportunity: 'Potenzial',
  volume: 'Suchen pro Monat',
  difficulty: 'Schwierigkeit',
  keywords: 'Keywords',
  auditScore: 'Punktzahl',
  pages: 'Seiten',
  issues: 'Befunde',
  issuesTitle: 'Befunde nach Schwere',
  worstTitle: 'Zuerst zu verbessernde Seiten',
  findings: 'Befunde',
  better: '0 am schlechtesten, 100 am besten',
  audited: 'Geprüfte Seiten',
  account: 'Konto',
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
  credit: 'Credit',
  score: 'Wert',
  criterion: 'Kriterium',
  subject: 'Thema',
  left: 'übrig',
  of: 'von',
  wordsCount: 'Wörter',
  status: 'Status',
  articleStates: {
    draft: 'Entwurf',
    ready: 'fertig',
    processing: 'in Arbeit',
    failed: 'fehlgeschlagen',
    published: 'veröffentlicht',
    scheduled: 'geplant',
  },
  languageName: 'Sprache',
  wholeText: 'Ganzer Text',
  refresh: 'Aktualisieren',
  jobsTitle: 'Aufträge',
  started: 'Begonnen',
  progress: 'Fortschritt',
  waitsForYou: 'Wartet auf eine Antwort: Geben Sie sie dem Assistenten.',
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

/** What this server says of something that it does not have, in the language of the reader. `part` names it. */
export const gapInWords = (text: string, part: string, words: Words): string =>
  text
    .split(/(?<=\.) (?=(?:No run|No citations|More claims) )/)
    .map((sentence) => sentenceInWords(sentence, part, words))
    .join(' ');

function sentenceInWords(text: string, part: string, words: Words): string {
  const gap = words.gaps.find(([pattern]) => pattern.test(text));
  if (!gap) return text;
  const name = words.parts[part] ?? part.replaceAll('_', ' ');
  return text.replace(gap[0], gap[1]).replace('{part}', () => name.replace(/^./, (first) => first.toUpperCase()));
}
