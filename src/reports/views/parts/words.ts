import type { JobState } from '../../../base/job-states.ts';
import type { ViewName } from '../../../tools/definition/view-name.ts';

/** A text in each language. */
type Pair = readonly [en: string, de: string];

interface Texts {
  readonly [name: string]: Pair | Texts;
}

/** The texts of views and reports. The keys of groups are words of the platform. */
const texts = {
  language: ['en', 'de'],
  noData: ['There is nothing to show.', 'Es gibt nichts anzuzeigen.'],
  empty: {
    report: [
      'Ask the assistant to start a measurement for the brand, or choose a longer period.',
      'Lassen Sie den Assistenten eine Messung für die Marke starten, oder wählen Sie einen längeren Zeitraum.',
    ],
    keywords: [
      'Ask the assistant to research keywords for a topic, such as “tent pegs”.',
      'Lassen Sie den Assistenten Keywords zu einem Thema recherchieren, etwa „Zeltheringe“.',
    ],
    audit: [
      'Ask the assistant to audit a site or a page, by its address.',
      'Lassen Sie den Assistenten eine Website oder eine Seite prüfen; er braucht ihre Adresse.',
    ],
    credits: [
      'What calls cost will appear here. Estimates are free: ask for the price of a plan first.',
      'Hier erscheint, was Aufrufe kosten. Schätzungen sind kostenlos: Fragen Sie zuerst nach dem Preis.',
    ],
    article: [
      'Ask the assistant to write an article about a keyword.',
      'Lassen Sie den Assistenten einen Artikel zu einem Keyword schreiben.',
    ],
    jobs: [
      'Long tasks such as articles and audits appear here as soon as one is started.',
      'Längere Aufträge wie Artikel und Prüfungen erscheinen hier, sobald einer beginnt.',
    ],
  } satisfies Record<ViewName, Pair>,
  working: ['The result appears here when it is ready.', 'Das Ergebnis erscheint hier, sobald es fertig ist.'],
  embedded: ['Invented data of the embedded platform', 'Erfundene Daten der eingebauten Plattform'],
  notMeasured: ['not measured', 'nicht gemessen'],
  /** {}: their number. */
  notShown: ['{} more are not shown.', '{} weitere werden nicht gezeigt.'],
  asTable: ['Show as a table', 'Als Tabelle zeigen'],
  account: ['Account', 'Konto'],
  date: ['Date', 'Datum'],
  score: ['Score', 'Punktzahl'],
  scores: ['Scores', 'Punktzahlen'],
  ofHundred: ['0 to 100', '0 bis 100'],
  page: ['Page', 'Seite'],
  pages: ['Pages', 'Seiten'],
  finding: ['Finding', 'Befund'],
  findings: ['Findings', 'Befunde'],
  source: ['Source', 'Quelle'],
  from: ['from', 'vom'],
  to: ['to', 'bis zum'],
  on: ['on', 'am'],
  of: ['of', 'von'],

  // The report
  reportTitle: ['AI visibility report', 'Bericht zur KI-Sichtbarkeit'],
  /** {brand}, {score} and {tier}. */
  verdict: [
    '{brand} scores {score} of 100 in the AI visibility index: {tier}.',
    '{brand} erreicht {score} von 100 Punkten im KI-Sichtbarkeitsindex: {tier}.',
  ],
  verdictUp: ['That is {change} more than {when}.', 'Das ist {change} mehr als {when}.'],
  verdictDown: ['That is {change} less than {when}.', 'Das ist {change} weniger als {when}.'],
  verdictSame: ['That is the same as {when}.', 'Das ist genauso viel wie {when}.'],
  noIndex: ['The index was not measured.', 'Der Index wurde nicht gemessen.'],
  index: ['AI visibility index', 'KI-Sichtbarkeitsindex'],
  indexOf: ['of 100', 'von 100'],
  tiers: { red: ['weak', 'schwach'], yellow: ['fair', 'mittel'], green: ['strong', 'stark'] },
  measuredOn: ['measured on', 'gemessen am'],
  outsidePeriod: [
    'No run finished in this period; the index is an older one.',
    'In diesem Zeitraum endete keine Messung; der Index ist älter.',
  ],
  otherPeriod: ['covers another period:', 'betrifft einen anderen Zeitraum:'],
  overallVisibility: ['Visibility, all assistants', 'Sichtbarkeit, alle Assistenten'],
  ownShare: ['Own share of citations', 'Eigener Anteil an Zitierungen'],
  prompts: ['Prompts', 'Fragen'],
  recommendationsTitle: ['What to do next', 'Nächste Schritte'],
  /** {}: the number, the assistant or the advice; `_one`: for one claim or page. */
  steps: {
    correct_claims: [
      'Correct {} wrong claims that assistants make',
      '{} falsche Angaben der Assistenten richtigstellen',
    ],
    correct_claims_one: [
      'Correct a wrong claim that assistants make',
      'Eine falsche Angabe der Assistenten richtigstellen',
    ],
    diagnose_platform: [
      'Find out why {} mentions the brand least',
      'Herausfinden, warum {} die Marke am seltensten nennt',
    ],
    win_sources: ['Ask {} cited pages for a mention', 'Auf {} zitierten Seiten um eine Nennung bitten'],
    win_sources_one: ['Ask a cited page for a mention', 'Auf einer zitierten Seite um eine Nennung bitten'],
    improve: ['{}', '{}'],
  },
  /** What to do about a weak dimension, if the platform has no text in the language. */
  advice: {
    presence: ['', 'Antworten auf die Fragen veröffentlichen, in denen die Marke fehlt'],
    prominence: ['', 'Die Marke weiter nach vorn bringen: das Wichtigste zuerst sagen'],
    accuracy: ['', 'Falsche Angaben zur Marke richtigstellen'],
    sentiment: ['', 'Kritik aufgreifen, die in den Antworten vorkommt'],
    recommendation: ['', 'Für Vergleiche und Bewertungen sorgen, auf die sich Empfehlungen stützen'],
    citation: ['', 'Auf den Seiten genannt werden, die zitiert werden'],
  },
  free: ['free', 'kostenlos'],
  upTo: ['up to', 'bis zu'],
  platformsTitle: ['Platforms compared', 'Plattformen im Vergleich'],
  platform: ['Platform', 'Plattform'],
  visibility: ['Visibility', 'Sichtbarkeit'],
  recommendationRate: ['Recommended', 'Empfohlen'],
  citationRate: ['Cited', 'Zitiert'],
  answers: ['Answers', 'Antworten'],
  /** {}: their number. */
  ofAnswers: ['{} answers', '{} Antworten'],
  position: ['Average position', 'Mittlere Position'],
  sentiment: ['Sentiment', 'Stimmung'],
  sentiments: {
    positive: ['positive', 'positiv'],
    neutral: ['neutral', 'neutral'],
    negative: ['negative', 'negativ'],
    mixed: ['mixed', 'gemischt'],
  },
  showGaps: ['Show the gaps', 'Lücken zeigen'],
  rivalsTitle: ['The brand and its competitors', 'Die Marke und ihre Wettbewerber'],
  brand: ['Brand', 'Marke'],
  others: ['Others', 'Andere'],
  /** {mentions} and {answers}. */
  visibilityBasis: [
    'Visibility: {mentions} of {answers} answers mention the brand.',
    'Sichtbarkeit: {mentions} von {answers} Antworten nennen die Marke.',
  ],
  /** {}: their number. */
  shareBasis: [
    'Share of citations: whose pages are cited, of {} citations.',
    'Anteil an den Zitierungen: wessen Seiten zitiert werden, von {} Zitierungen.',
  ],
  rivalsUnknown: [
    'The platform measures only the strongest competitor’s visibility, and no competitor’s position or sentiment.',
    'Die Plattform misst die Sichtbarkeit nur beim stärksten Wettbewerber, Position und Stimmung bei keinem.',
  ],
  potentialPromptsTitle: ['Prompts that could name the brand', 'Fragen, bei denen die Marke genannt werden könnte'],
  falseClaimsTitle: ['What assistants get wrong', 'Was Assistenten falsch angeben'],
  /** {}: the assistant. */
  said: ['{} said', 'Aussage von {}'],
  fact: ['The fact', 'Tatsache'],
  showSaid: ['What was said', 'Was gesagt wurde'],
  checkAgain: ['Check the claims again', 'Angaben erneut prüfen'],
  settle: ['Settle this claim', 'Angabe abschließen'],
  settleMeans: [
    'This is free. A settled claim cannot be opened again.',
    'Das ist kostenlos. Eine abgeschlossene Angabe lässt sich nicht wieder öffnen.',
  ],
  settleResolved: ['It has been corrected', 'Sie ist richtiggestellt'],
  settleFalsePositive: ['It is not an error', 'Sie ist kein Fehler'],
  settled: ['The claim is settled.', 'Die Angabe ist abgeschlossen.'],
  sourcesTitle: ['Sources that assistants cite', 'Quellen, die Assistenten zitieren'],
  domain: ['Domain', 'Domain'],
  citations: ['Citations', 'Zitierungen'],
  /** {}: their number. */
  oneCitation: ['{} citation', '{} Zitierung'],
  manyCitations: ['{} citations', '{} Zitierungen'],
  ownSite: ['own site', 'eigene Website'],
  withinReach: ['within reach', 'erreichbar'],
  reachable: ['Within reach', 'Erreichbar'],
  winsTitle: ['Sources that are easy to win', 'Leicht zu gewinnende Quellen'],
  whatToDo: ['What to do', 'Was zu tun ist'],
  pageIsOwn: ['Own page: keep it up to date.', 'Eigene Seite: aktuell halten.'],
  pageIsNear: ['Ask its author for a mention of the brand.', 'Die Redaktion bitten, die Marke zu nennen.'],
  pageIsFar: [
    'Hard to win: publish a better answer to the same question.',
    'Schwer zu gewinnen: eine bessere Antwort auf dieselbe Frage veröffentlichen.',
  ],
  pagesOfAllTime: [
    'Citations of a page are counted over all time, not for the period.',
    'Zitierungen einer Seite zählen über die gesamte Zeit, nicht für den Zeitraum.',
  ],
  trendTitle: ['How the index developed', 'Entwicklung des Index'],
  dimensionsTitle: ['The six dimensions of the index', 'Die sechs Dimensionen des Index'],
  dimension: ['Dimension', 'Dimension'],
  dimensions: {
    presence: ['Presence', 'Präsenz'],
    prominence: ['Prominence', 'Prominenz'],
    accuracy: ['Accuracy', 'Richtigkeit'],
    sentiment: ['Sentiment', 'Stimmung'],
    recommendation: ['Recommendation', 'Empfehlung'],
    citation: ['Citation', 'Zitierung'],
  },
  method: ['Method and sources', 'Methode und Quellen'],
  methodText: [
    'The platform sends the tracked prompts to AI assistants and evaluates their answers. Visibility is the share of answers that mention the brand; the index combines six dimensions, each from 0 (worst) to 100 (best). Sources are the pages that the answers cite.',
    'Die Plattform stellt KI-Assistenten die beobachteten Fragen und wertet ihre Antworten aus. Sichtbarkeit ist der Anteil der Antworten, die die Marke nennen; der Index verbindet sechs Dimensionen von 0 (am schlechtesten) bis 100 (am besten). Quellen sind die Seiten, die in den Antworten zitiert werden.',
  ],

  // Two periods
  comparedWith: ['Compared with', 'Im Vergleich mit dem Zeitraum'],
  before: ['Before', 'Vorher'],
  after: ['After', 'Nachher'],
  change: ['Change', 'Änderung'],
  percentagePoints: ['points', 'Punkte'],
  nothingMoved: ['No figure moved.', 'Kein Wert hat sich verändert.'],
  rivalShare: ["Competitors' share of citations", 'Anteil der Wettbewerber'],
  better: ['Better', 'Besser'],
  worse: ['Worse', 'Schlechter'],
  otherChanges: ['Other changes', 'Weitere Änderungen'],
  newSource: ['now cited', 'wird jetzt zitiert'],
  goneSource: ['no longer cited', 'wird nicht mehr zitiert'],
  newWin: ['now easy to win', 'jetzt leicht zu gewinnen'],
  goneWin: ['no longer easy to win', 'nicht mehr leicht zu gewinnen'],
  newClaim: ['new wrong claim', 'neue falsche Angabe'],
  goneClaim: ['wrong claim, no longer made', 'falsche Angabe, die nicht mehr vorkommt'],
  rival: ['competitor', 'Wettbewerber'],
  /** {}: the days. */
  overlap: [
    'Both periods include {}, so what happened then counts in both.',
    'Beide Zeiträume enthalten {}; was dann geschah, zählt in beiden.',
  ],

  // All brands
  allBrands: ['All brands', 'Alle Marken'],
  indexShort: ['Index', 'Index'],
  falseClaims: ['False claims', 'Falsche Angaben'],
  ahead: ['Ahead of it', 'Liegt vor ihr'],
  wholeReport: ['Report', 'Bericht'],

  // Keywords
  keywordsTitle: ['Keyword clusters by opportunity', 'Keyword-Cluster nach Potenzial'],
  topKeywords: ['Best keywords', 'Beste Keywords'],
  keyword: ['Keyword', 'Keyword'],
  keywords: ['Keywords', 'Keywords'],
  cluster: ['Cluster', 'Cluster'],
  clusters: ['Clusters', 'Cluster'],
  opportunity: ['Opportunity', 'Potenzial'],
  volume: ['Searches a month', 'Suchen pro Monat'],
  difficulty: ['Difficulty', 'Schwierigkeit'],
  opportunityNote: [
    'Opportunity: monthly searches, reduced by the difficulty. Difficulty: 0 to 100, lower is easier.',
    'Potenzial: Suchen pro Monat, um die Schwierigkeit vermindert. Schwierigkeit: 0 bis 100, niedriger ist leichter.',
  ],
  moreBelow: ['more in the table below', 'weitere in der Tabelle unten'],
  /** The search intent of a keyword. */
  intents: {
    informational: ['informational', 'Information'],
    commercial: ['commercial', 'Vergleich vor dem Kauf'],
    transactional: ['transactional', 'Kauf'],
    navigational: ['navigational', 'bestimmte Seite'],
  },
  writeThis: ['Write this one', 'Diesen schreiben'],

  // Audits
  auditTitle: ['Audit', 'Prüfung'],
  meanScore: ['Mean score', 'Mittlere Punktzahl'],
  bestIsHundred: ['0 worst, 100 best', '0 am schlechtesten, 100 am besten'],
  issues: ['Issues', 'Befunde'],
  issuesTitle: ['Issues by severity', 'Befunde nach Schwere'],
  issuesByCategory: ['Issues by subject', 'Befunde nach Thema'],
  frequentTitle: ['Most frequent findings', 'Häufigste Befunde'],
  worstTitle: ['Pages to improve first', 'Zuerst zu verbessernde Seiten'],
  audited: ['Audited pages', 'Geprüfte Seiten'],
  criterion: ['Criterion', 'Kriterium'],
  subject: ['Subject', 'Thema'],
  severity: ['Severity', 'Schwere'],
  severities: {
    critical: ['critical', 'kritisch'],
    error: ['error', 'Fehler'],
    high: ['high', 'hoch'],
    warning: ['warning', 'Warnung'],
    medium: ['medium', 'mittel'],
    low: ['low', 'gering'],
    info: ['info', 'Hinweis'],
  },

  // Credits
  credits: ['Credits', 'Credits'],
  /** {}: their number. */
  oneCredit: ['{} credit', '{} Credit'],
  manyCredits: ['{} credits', '{} Credits'],
  balance: ['Balance', 'Guthaben'],
  renews: ['Renews', 'Erneuerung'],
  spent30: ['Spent in 30 days', 'In 30 Tagen verbraucht'],
  noSpending: ['Nothing was spent in the last 30 days.', 'In den letzten 30 Tagen wurde nichts ausgegeben.'],
  spentElsewhere: [
    'Spent by others of the team, or by the platform itself',
    'Von anderen im Team oder von der Plattform selbst verbraucht',
  ],
  limitsTitle: ['Limits', 'Limits'],
  limit: ['Limit', 'Limit'],
  spent: ['Spent', 'Verbraucht'],
  reserved: ['Held', 'Reserviert'],
  inDoubt: ['In doubt', 'Ungeklärt'],
  left: ['left', 'übrig'],
  resets: ['Resets', 'Beginnt neu'],
  atMost: ['at most', 'höchstens'],
  spentByDay: ['Credits by day', 'Credits pro Tag'],
  spentByOperation: ['Credits by operation', 'Credits pro Operation'],
  heldTitle: ['Held for calls in flight', 'Für laufende Aufrufe reserviert'],
  operation: ['Operation', 'Operation'],
  calls: ['Calls', 'Aufrufe'],
  windows: {
    call: ['Per call', 'Pro Aufruf'],
    hour: ['This hour', 'Diese Stunde'],
    day: ['Today', 'Heute'],
    week: ['This week', 'Diese Woche'],
    month: ['This month', 'Dieser Monat'],
    session: ['This session', 'Diese Sitzung'],
    total: ['In total', 'Insgesamt'],
  },

  // Articles
  articleTitle: ['Article', 'Artikel'],
  wordsCount: ['Words', 'Wörter'],
  languageName: ['Language', 'Sprache'],
  status: ['Status', 'Status'],
  articleStates: {
    draft: ['draft', 'Entwurf'],
    ready: ['ready', 'fertig'],
    processing: ['processing', 'in Arbeit'],
    failed: ['failed', 'fehlgeschlagen'],
    published: ['published', 'veröffentlicht'],
    scheduled: ['scheduled', 'geplant'],
  },
  partShown: ['This is the beginning of the text.', 'Das ist der Anfang des Textes.'],
  wholeText: ['Whole text', 'Ganzer Text'],

  // Jobs, and what buttons do
  jobsTitle: ['Jobs', 'Aufträge'],
  started: ['Started', 'Begonnen'],
  progress: ['Progress', 'Fortschritt'],
  waitsForYou: [
    'Waits for an answer: give it to the assistant.',
    'Wartet auf eine Antwort: Geben Sie sie dem Assistenten.',
  ],
  jobStates: {
    starting: ['starting', 'beginnt'],
    running: ['running', 'läuft'],
    needs_you: ['needs an answer', 'braucht eine Antwort'],
    completed: ['completed', 'fertig'],
    failed: ['failed', 'fehlgeschlagen'],
    unknown: ['unknown', 'unbekannt'],
  } satisfies Record<JobState, Pair>,
  refresh: ['Refresh', 'Aktualisieren'],
  follow: ['Update live', 'Laufend aktualisieren'],
  unfollow: ['Stop updating', 'Nicht mehr aktualisieren'],
  goOn: ['Check now', 'Jetzt prüfen'],
  failed: ['The call failed', 'Der Aufruf ist fehlgeschlagen'],
  doIt: ['Go ahead', 'Ausführen'],
  cancel: ['Cancel', 'Abbrechen'],
  /** {}: the most credits. */
  costsAtMost: ['This costs up to {} credits.', 'Das kostet bis zu {} Credits.'],
  costIsUnknown: ['The cost is not known in advance.', 'Die Kosten sind vorher nicht bekannt.'],

  /** Parts of results, for notes on what is missing in them. */
  parts: {
    index: ['Index', 'Index'],
    tier: ['Tier of the index', 'Stufe des Index'],
    dimensions: ['Dimensions', 'Dimensionen'],
    trend: ['Development of the index', 'Entwicklung des Index'],
    scores: ['Development of the index', 'Entwicklung des Index'],
    platforms: ['Assistants', 'Plattformen'],
    gaps: ['Gaps of the assistants', 'Lücken der Plattformen'],
    platform_gaps: ['Gaps of the assistants', 'Lücken der Plattformen'],
    quick_wins: ['Sources that are easy to win', 'Leicht zu gewinnende Quellen'],
    low_hanging_fruit: ['Sources that are easy to win', 'Leicht zu gewinnende Quellen'],
    potential: ['Potential', 'Potenzial'],
    competitors: ['Competitors', 'Wettbewerber'],
    share_of_voice: ['Share of citations', 'Anteil an den Zitierungen'],
    cited_sources: ['Cited sources', 'Zitierte Quellen'],
    sources: ['Cited sources', 'Zitierte Quellen'],
    claims: ['Wrong claims', 'Falsche Angaben'],
    volume: ['Volume', 'Suchvolumen'],
    difficulty: ['Difficulty', 'Schwierigkeit'],
    score: ['Score', 'Punktzahl'],
    pages: ['Pages', 'Seiten'],
  },
} satisfies Texts;

type In<T> = { readonly [Name in keyof T]: T[Name] extends Pair ? string : In<T[Name]> };

/** The texts in one language. */
export type Words = In<typeof texts>;

const inLanguage = (some: Texts, at: 0 | 1): object =>
  Object.fromEntries(
    Object.entries(some).map(([name, text]) => [name, isPair(text) ? text[at] : inLanguage(text, at)]),
  );

const isPair = (text: Pair | Texts): text is Pair => Array.isArray(text);

const [en, de] = [inLanguage(texts, 0) as Words, inLanguage(texts, 1) as Words];

/** The texts for a language; English if there are none. */
export const wordsFor = (locale: string): Words => (/^de\b/i.test(locale) ? de : en);

/** The reader's word for a word of the platform; otherwise the platform's word. */
export const inWords = (word: string, words: Readonly<Record<string, string>>): string =>
  (Object.hasOwn(words, word) ? words[word] : undefined) ?? word;

/** German translations of this server's texts about missing figures; the first match is used. */
const germanGaps: readonly (readonly [RegExp, string])[] = [
  [/^Nothing was measured from (\S+) to (\S+)\.$/, 'Vom $1 bis zum $2 wurde nichts gemessen.'],
  [/^No run finished from (\S+) to (\S+)\.$/, 'Vom $1 bis zum $2 endete keine Messung.'],
  [/^No run had finished by (\S+)\.$/, 'Bis zum $1 endete keine Messung.'],
  [/^Nothing has been measured yet/, 'Noch wurde nichts gemessen: In diesem Zeitraum endete keine Messung der Marke.'],
  [/^In setup: /, 'Wird eingerichtet: Noch wurde nichts gemessen.'],
  [/^No citations to share from (\S+) to (\S+)\.$/, 'Vom $1 bis zum $2 gibt es keine Zitierungen.'],
  [
    /^No citations of its own from (\S+) to (\S+) among the citations of the (\d+) /,
    'Vom $1 bis zum $2 ist keine der $3 meistzitierten Domains eine eigene; der Anteil ist nicht bekannt.',
  ],
  [/^More open claims than are read/, 'Es gibt mehr offene Angaben, als gelesen werden: Die schwersten können fehlen.'],
  [/^More claims than a report reads/, 'Es gibt mehr Angaben, als ein Bericht liest: Die falschen sind nicht gezählt.'],
  [/^There are more than a report reads/, '{part}: Es sind mehr, als ein Bericht liest, daher nicht verglichen.'],
  [/^The platform has dimensions of /, 'Dimensionen gibt es nur zur letzten Messung; sie werden nicht verglichen.'],
  [/^The platform gave none of these/, '{part}: nicht zu genau diesen Tagen, daher nicht verglichen.'],
  [
    /^unknown: the platform does not say when/,
    'Welche Angaben neu sind, ist nicht bekannt: Die Plattform nennt kein Datum.',
  ],
  [
    /^The period ends after today, (\S+): /,
    'Der Zeitraum endet nach dem heutigen $1: Gezeigt wird der Stand von heute.',
  ],
  [
    /^The platform may give only the last (\d+) of these (\d+) days/,
    'Die Plattform zeigt von diesen $2 Tagen womöglich nur die letzten $1; Index und Entwicklung gelten für alle.',
  ],
  [/^\w+\.\w+ gave no /, '{part}: Die Plattform nennt für diesen Zeitraum nichts.'],
  [/^([^]*)$/, '{part}: nicht verfügbar („$1“)'],
];

/** English texts instead of names of operations. */
const englishGaps: typeof germanGaps = [
  [/^\w+\.\w+ gave no /, '{part}: the platform states nothing for this period.'],
  [/^([^]*)$/, '$1'],
];

/** This server's text about a missing figure, in the language of the reader. `part` names the figure. */
export function gapInWords(text: string, part: string, words: Words): string {
  const name = inWords(part, words.parts)
    .replaceAll('_', ' ')
    .replace(/^./, (first) => first.toUpperCase());
  const gaps = words.language === 'de' ? germanGaps : englishGaps;
  return text
    .split(/(?<=\.) (?=(?:No run|No citations|Nothing was|More claims|The platform may) )/)
    .map((sentence) => {
      const [pattern, wording = sentence] = gaps.find(([one]) => one.test(sentence)) ?? [];
      const values = pattern?.exec(sentence) ?? [];
      return wording.replaceAll(/\$(\d)|\{part\}/g, (_, at?: string) =>
        at === undefined ? name : (values[Number(at)] ?? ''),
      );
    })
    .join(' ');
}
