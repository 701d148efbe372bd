import { describe, expect, it } from 'vitest';
import { openStage } from '../tools/workflows/support/stage.ts';

/** Statements of the documents, checked on the embedded platform and through the tools. */

describe('the language of a text', () => {
  it.each(['pl', 'fr', 'de', 'en'])('is that of its project: %s', async (language) => {
    await using stage = await openStage();
    const project = await stage.ask('projects.create', { name: 'Sklep', domain: 'sklep.example', language });
    const { article_id } = (await stage.run('write_article', { project: 'Sklep', keyword: 'pegs' })).data;
    expect(await stage.ask('articles.get', { id: article_id })).toMatchObject({ language });
    const storyline = await stage.ask('storylines.create', { project: project.id, keyword: 'poles' });
    const assembled = await stage.ask('storylines.assemble_article', { id: storyline.id });
    expect(await stage.ask('articles.get', { id: assembled.article_id ?? assembled.id })).toMatchObject({ language });
  });
});

it('the preferences of the desktop come back as they are declared', async () => {
  await using stage = await openStage();
  expect(await stage.ask('os.save_preferences', { body: { theme: 'dark' } })).toMatchObject({ theme: 'dark' });
  expect(await stage.ask('os.preferences', {})).toMatchObject({ theme: 'dark' });
});

it('an audit of a sitemap needs no filter', async () => {
  await using stage = await openStage();
  const sitemap_url = 'https://fjordkiste.example/sitemap.xml';
  const { data } = await stage.run('call_paid', { operation: 'grounding.sitemap_audit', arguments: { sitemap_url } });
  expect(data).not.toBeNull();
});
