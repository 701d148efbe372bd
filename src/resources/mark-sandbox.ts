import type { Content, Resources } from './resource.ts';

/** The same resources, where every JSON object says that it comes from the embedded platform: nothing in it is real. */
export const markSandbox = ({ fixed, templates }: Resources): Resources => ({
  fixed: fixed.map((resource) => ({ ...resource, read: async () => marked(await resource.read()) })),
  templates: templates.map((template) => ({
    ...template,
    async read(given) {
      const content = await template.read(given);
      return Array.isArray(content) ? content.map(markedContent) : markedContent(content as Content);
    },
  })),
});

const markedContent = (content: Content): Content =>
  content.mimeType === 'application/json' && 'text' in content ? { ...content, text: marked(content.text) } : content;

function marked(json: string): string {
  if (!json.startsWith('{')) return json;
  try {
    return JSON.stringify({ sandbox: true, ...(JSON.parse(json) as object) });
  } catch {
    return json;
  }
}
