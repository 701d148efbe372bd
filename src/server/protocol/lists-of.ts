import { viewUri } from '../../tools/definition/view-name.ts';
import { offeredPrompts, type Lists, type Surface } from './offer.ts';

/** The answers to the protocol's list requests for an offer. */
export const listsOf = (surface: Surface): Lists => ({
  tools: {
    tools: surface.tools.map(({ name, title, description, inputSchema, outputSchema, annotations, view }) => ({
      name,
      title,
      description,
      inputSchema: { ...inputSchema, type: 'object' as const },
      outputSchema: outputSchema ? { ...outputSchema, type: 'object' as const } : undefined,
      annotations: { ...annotations },
      _meta: view ? { ui: { resourceUri: viewUri(view) } } : undefined,
    })),
  },
  resources: {
    resources: surface.resources.fixed.map(({ read: _, meta, ...resource }) => ({
      ...resource,
      _meta: meta,
    })),
  },
  templates: { resourceTemplates: surface.resources.templates.map(({ read: _, names: __, ...template }) => template) },
  prompts: {
    prompts: offeredPrompts(surface).map(({ name, title, description, arguments: taken }) => ({
      name,
      title,
      description,
      arguments: taken.map(({ suggests: _, ...argument }) => argument),
    })),
  },
});
