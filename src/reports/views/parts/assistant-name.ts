/** The name of an AI assistant, by the platform's code for it; an unknown code is returned unchanged. */
export const assistantName = (code: string | undefined): string =>
  code === undefined ? '–' : (names.get(code) ?? code);

const names: ReadonlyMap<string, string> = new Map([
  ['chatgpt', 'ChatGPT'],
  ['perplexity', 'Perplexity'],
  ['claude', 'Claude'],
  ['gemini', 'Gemini'],
  ['copilot', 'Copilot'],
  ['grok', 'Grok'],
  ['google_ai_mode', 'Google AI Mode'],
]);
