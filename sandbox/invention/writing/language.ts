import { capital, labelOf } from './label.ts';

/** What texts in one language are made of. `{t}` stands for the topic, `{T}` for the topic with a capital letter. */
interface Language {
  readonly titles: readonly [string, string];
  readonly description: string;
  readonly introduction: string;
  readonly questions: readonly string[];
  /** Any subject goes with any predicate; their numbers have no common divisor, so that taking turns gives every pair. */
  readonly subjects: readonly string[];
  readonly predicates: readonly string[];
}

const en: Language = {
  titles: ['{T}: the complete guide', '{T}: what matters and what it costs'],
  description: '{T} explained step by step: costs, choice, common mistakes and a checklist.',
  introduction: 'This guide explains what matters with {t}, what it costs and where others lose time.',
  questions: [
    'Who benefits most from {t}?',
    'How do I choose the right {t}?',
    'How much should I set aside for {t}?',
    'How long does it take to plan {t}?',
    'How do I recognise good quality in {t}?',
    'Which mistake with {t} is the most expensive?',
    'When is the best time for {t}?',
  ],
  subjects: [
    'In practice, a shared definition',
    'On a small budget, the shortlist',
    'A direct comparison',
    'For beginners, a written budget',
    'The order of the steps',
    'After the first month, an independent test',
    'A second opinion',
    'In larger teams, the written record',
    'A realistic deadline',
  ],
  predicates: [
    'saves more money than any discount',
    'needs one person in charge from the first day',
    'shows within two weeks whether the plan holds',
    'becomes easier once the first notes are on paper',
    'deserves a fixed date in the calendar',
    'is the difference between a quick fix and a lasting result',
    'tells you more than any advertisement',
    'works best in small steps with a short review after each one',
    'gives everyone involved the same picture of the goal',
    'costs little at the beginning and a lot when it comes too late',
  ],
};

const de: Language = {
  titles: ['{T}: der vollständige Ratgeber', '{T}: worauf es ankommt und was es kostet'],
  description: '{T} Schritt für Schritt erklärt: Kosten, Auswahl, häufige Fehler und eine Checkliste.',
  introduction:
    'Dieser Ratgeber erklärt, worauf es beim Thema {t} ankommt, was es kostet und wo andere Zeit verlieren.',
  questions: [
    'Für wen lohnt sich der Aufwand für {t}?',
    'Wie finde ich das Richtige beim Thema {t}?',
    'Welches Budget braucht man für {t}?',
    'Wie lange dauert die Planung für {t}?',
    'Woran erkenne ich gute Qualität beim Thema {t}?',
    'Welcher Fehler ist beim Thema {t} der teuerste?',
    'Wann ist die beste Zeit für {t}?',
  ],
  subjects: [
    'Eine gemeinsame Definition',
    'Die engere Auswahl',
    'Ein direkter Vergleich',
    'Ein schriftliches Budget',
    'Die Reihenfolge der Schritte',
    'Ein unabhängiger Test',
    'Die zweite Meinung',
    'Ein kurzes Protokoll',
    'Eine realistische Frist',
  ],
  predicates: [
    'spart mehr Geld als jeder Rabatt',
    'braucht vom ersten Tag an eine verantwortliche Person',
    'zeigt innerhalb von zwei Wochen, ob der Plan trägt',
    'gelingt leichter, sobald die ersten Notizen auf dem Papier stehen',
    'verdient einen festen Termin im Kalender',
    'ist der Unterschied zwischen einer schnellen Notlösung und einem dauerhaften Ergebnis',
    'verrät mehr als jede Werbung',
    'funktioniert am besten in kleinen Schritten mit einer kurzen Prüfung nach jedem davon',
    'gibt allen Beteiligten dasselbe Bild vom Ziel',
    'kostet am Anfang wenig und viel, wenn es zu spät ist',
  ],
};

/** The texts of a language tag such as `de` or `de-AT`; English for a language that has none here. */
export const languageOf = (tag: string | null | undefined): Language => (/^de\b/i.test(tag ?? '') ? de : en);

/** A pattern about this topic. */
export const filled = (pattern: string, topic: string): string =>
  pattern.replace('{t}', () => labelOf(topic)).replace('{T}', () => capital(labelOf(topic)));
