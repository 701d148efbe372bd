import { operation } from '../../src/catalog/index.ts';
import type { Operation } from '../../src/catalog/vocabulary/index.ts';
import { json, type Behaviour, type Platform } from './platform.ts';

/** The operations that most tests are about. */
export const projects = operation('projects.list');
export const create = operation('storylines.create');
export const generate = operation('articles.generate');
export const research = operation('keywords.ai_research');
export const explore = operation('keywords.explore');
export const batch = operation('grounding.batch');
export const sitemap = operation('grounding.sitemap_audit');
export const ingest = operation('ingest.start');
export const chat = operation('agentic_chat.chat');

/** The same operation, given up after `seconds` of real time. */
export const within = (seconds: number, one: Operation): Operation => ({ ...one, timeout: seconds });

/** Arguments of `articles.generate`, which costs 5 at its start. */
export const article = (id = 1): Record<string, unknown> => ({
  id,
  keyword: 'shoes',
  article_type: 'blog',
  target_length: 800,
});

/** Arguments of `storylines.create`, which costs 5 on success. */
export const story = { project: 1, keyword: 'shoes' };

export const accepted = json({ storyline_id: 7, status: 'generating' }, 202);
export const storyline = (status: string): Behaviour => json({ data: { id: 7, status, approved_at: null } });
export const emptyList = json({ data: [], meta: { total: 0, current_page: 1, per_page: 25, last_page: 1 } });

export const start = 'POST /projects/1/storylines';
export const watched = 'GET /storylines/7';

/** A platform that accepts a storyline, and reports these states one after the other, the last one for ever. */
export function tellStory(platform: Platform, ...states: string[]): void {
  platform.on('GET /projects', emptyList);
  platform.on(start, accepted);
  platform.on(watched, ...states.map(storyline));
}

/** A platform that writes articles: each is ready at once when asked, or processing for ever. */
export function writeArticles(platform: Platform, status: 'ready' | 'processing' = 'ready'): void {
  platform.on('POST /articles/#/generate', json({ message: 'Queued.' }, 202));
  platform.on('GET /articles/#', (request) => {
    const id = Number(request.path.split('/')[2]);
    const isOrdered = platform.to(`POST /articles/${id}/generate`).length > 0;
    const article = { id, title: 'Shoes', processing_status: isOrdered ? status : null };
    return json({ data: article });
  });
}
