import type { AuthMode } from '../auth-mode.ts';
import type { Scope } from '../../../catalog/index.ts';
import type { Language } from './page.ts';

/** A text for every scope, by the names of scopes in tokens. */
function scopeTexts(texts: Readonly<Record<Scope, string>>): Readonly<Record<string, string>> {
  return texts;
}

const en = {
  /** Why a form is shown again, or another page is shown instead. */
  problems: {
    'foreign-form': 'The form was not sent by this page.',
    'no-token': 'Enter your platform token.',
    'unknown-token': 'The platform does not know this token.',
    'platform-unreachable': 'The platform cannot be reached now. Try again.',
    'bad-budget': 'This is not a valid limit. Write limits such as 50/day,10/call, or leave the field empty.',
    expired: 'This sign-in has expired. Start again from your application.',
    failed: 'Something failed. Try again.',
  },
  scopes: scopeTexts({
    read: 'look at projects, articles, results and balances',
    write: 'create and change things at no cost',
    delete: 'delete things',
    paid: 'spend credits of your team',
  }),
  connect: (client: string) => `Connect ${client}`,
  asks: (client: string) => `${client} asks to:`,
  returnTo: 'After you choose, you return to',
  returnsTo: 'Returns to',
  thisComputer: '(this computer)',
  /** The recipient of the answer if it is not a host: an application, by its scheme. */
  application: (scheme: string) => `an application on this computer, scheme ${scheme}`,
  signedIn: 'You are signed in.',
  token: 'Your platform token',
  tokenSource:
    'Create one in the web application of the content and AI-visibility platform, under Settings, API tokens.',
  tokenUse: 'It is stored encrypted here, and the application never gets it. You can end the connection at any time:',

  budget: 'Most credits it may spend (optional)',
  budgetHint: 'For example 50/day,10/call. The operator’s own limits also apply.',
  readOnly: 'Allow only reading',
  allow: 'Allow',
  deny: 'Deny',
  signIn: 'Sign in',
  signOut: 'Sign out',
  account: 'Your account',
  connections: 'Connections',
  noConnections: 'No application is connected.',
  may: 'May',
  limits: 'Limits',
  noLimits: 'no own limit',
  onlyReads: 'only reads',
  since: 'Since',
  revoke: 'Revoke',
  spending: 'Limits and spending',
  spent: (spent: number, left: number) => `${spent} credits spent, ${left} left`,
  perCall: (credits: number) => `at most ${credits} credits for one call`,
  jobs: 'Jobs',
  noJobs: 'No jobs on record.',
  refused: 'This request cannot be served',
  startAgain: (code: string) => `Start again from your application. It was refused as: ${code}`,
  home: 'An MCP server for content and AI visibility',
  address: 'Add this address to your assistant, as a remote MCP server or custom connector:',
  whatItAsks: {
    none: 'It accepts callers from this computer only, and needs no token.',
    token: 'It asks for the bearer token that its operator gave you.',
    platform: 'It asks for your own platform token as the bearer token of each request.',
    oauth:
      'Your browser opens when you connect: you sign in with your platform token once, and decide what the application may do.',
  } satisfies Record<AuthMode, string>,
  yourAccount: 'Your connections, limits and jobs',
};

export type Problem = keyof typeof en.problems;

const de: typeof en = {
  problems: {
    'foreign-form': 'Das Formular kam nicht von dieser Seite.',
    'no-token': 'Geben Sie Ihr Token der Plattform ein.',
    'unknown-token': 'Die Plattform kennt dieses Token nicht.',
    'platform-unreachable': 'Die Plattform ist gerade nicht erreichbar. Versuchen Sie es noch einmal.',
    'bad-budget':
      'Das ist keine gültige Grenze. Schreiben Sie Grenzen wie 50/day,10/call, oder lassen Sie das Feld leer.',
    expired: 'Diese Anmeldung ist abgelaufen. Beginnen Sie in Ihrer Anwendung von vorn.',
    failed: 'Etwas ist fehlgeschlagen. Versuchen Sie es noch einmal.',
  },
  scopes: scopeTexts({
    read: 'Projekte, Artikel, Ergebnisse und Guthaben ansehen',
    write: 'kostenlos anlegen und ändern',
    delete: 'löschen',
    paid: 'Credits Ihres Teams ausgeben',
  }),
  connect: (client) => `${client} verbinden`,
  asks: (client) => `${client} möchte:`,
  returnTo: 'Nach Ihrer Wahl kehren Sie zurück zu',
  returnsTo: 'Zurück zu',
  thisComputer: '(dieser Computer)',
  application: (scheme) => `eine Anwendung auf diesem Computer, Schema ${scheme}`,
  signedIn: 'Sie sind angemeldet.',
  token: 'Ihr Token der Plattform',
  tokenSource:
    'Sie erstellen es in der Web-Anwendung der Plattform für Inhalte und KI-Sichtbarkeit unter Einstellungen, API-Tokens.',
  tokenUse:
    'Hier wird es verschlüsselt gespeichert, und die Anwendung bekommt es nie. Sie können die Verbindung jederzeit beenden:',
  budget: 'Höchstens so viele Credits darf sie ausgeben (freiwillig)',
  budgetHint: 'Zum Beispiel 50/day,10/call (am Tag, je Aufruf). Die Grenzen des Betreibers gelten außerdem.',
  readOnly: 'Nur Lesen erlauben',
  allow: 'Erlauben',
  deny: 'Ablehnen',
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  account: 'Ihr Konto',
  connections: 'Verbindungen',
  noConnections: 'Keine Anwendung ist verbunden.',
  may: 'Darf',
  limits: 'Grenzen',
  noLimits: 'keine eigenen',
  onlyReads: 'liest nur',
  since: 'Seit',
  revoke: 'Widerrufen',
  spending: 'Grenzen und Ausgaben',
  spent: (spent, left) => `${spent} Credits ausgegeben, ${left} übrig`,
  perCall: (credits) => `höchstens ${credits} Credits je Aufruf`,
  jobs: 'Aufträge',
  noJobs: 'Keine Aufträge verzeichnet.',
  refused: 'Diese Anfrage kann nicht bedient werden',
  startAgain: (code) => `Beginnen Sie in Ihrer Anwendung von vorn. Abgelehnt als: ${code}`,
  home: 'Ein MCP-Server für Inhalte und KI-Sichtbarkeit',
  address: 'Fügen Sie diese Adresse Ihrem Assistenten hinzu, als entfernten MCP-Server oder eigenen Konnektor:',
  whatItAsks: {
    none: 'Er nimmt nur Aufrufe von diesem Computer an und verlangt nichts.',
    token: 'Er verlangt das Bearer-Token, das Ihnen der Betreiber gegeben hat.',
    platform: 'Er verlangt Ihr eigenes Token der Plattform als Bearer-Token jeder Anfrage.',
    oauth:
      'Beim Verbinden öffnet sich Ihr Browser: Sie melden sich einmal mit Ihrem Token der Plattform an und sagen, was die Anwendung darf.',
  },
  yourAccount: 'Ihre Verbindungen, Grenzen und Aufträge',
};

/** Every text of the pages, by language. */
export const words: Readonly<Record<Language, typeof en>> = { en, de };
