import type { Lists, Surface } from './offer.ts';

/** A surface as the protocol's list requests show it. */
export const listsOf = ({ tools, resources, prompts }: Surface): Lists => ({
  tools: {
    tools: tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
      name,
      title,
      description,
      inputSchema: { ...inputSchema, type: 'object' as const },
      ...(outputSchema ? { outputSchema: { ...outputSchema, type: 'object' as const } } : {}),
      annotations: { ...annotations },
    })),
  },
  resources: { resources: resources.map(({ read: _, ...resource }) => resource) },
  prompts: { prompts: prompts.map(({ render: _, ...prompt }) => ({ ...prompt, arguments: [...prompt.arguments] })) },
});
