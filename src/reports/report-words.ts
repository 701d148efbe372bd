import type { Words } from './views/parts/words.ts';

interface ReportWords {
  readonly title: string;
  readonly method: string;
  readonly methodText: string;
  readonly sandbox: string;
}

export const reportWords: Readonly<Record<Words['language'], ReportWords>> = {
  en: {
    title: 'AI visibility report',
    method: 'Method and sources',
    methodText:
      'The platform sends the tracked prompts to AI assistants and evaluates their answers. Visibility is the share of answers that mention the brand; the index combines six dimensions, each from 0 (worst) to 100 (best). Sources are the pages that the answers cite.',
    sandbox: 'The figures come from the embedded platform and are invented.',
  },
  de: {
    title: 'Bericht zur KI-Sichtbarkeit',
    method: 'Methode und Quellen',
    methodText:
      'Die Plattform stellt KI-Assistenten die beobachteten Fragen und wertet ihre Antworten aus. Sichtbarkeit ist der Anteil der Antworten, die die Marke nennen; der Index verbindet sechs Dimensionen von 0 (am schlechtesten) bis 100 (am besten). Quellen sind die Seiten, die in den Antworten zitiert werden.',
    sandbox: 'Die Zahlen stammen von der eingebauten Plattform und sind erfunden.',
  },
};
