/** How people ask for projects, texts, assets and money (contract 1). A line: the family or operation, then their words. */
export const content = `
projects: website site domain customer client workspace
projects.list which websites do we have, all our sites, what projects are there, clients we work for, project ids, enumerate websites, domains under management, portfolio of sites, what am I working on
projects.create open start register a new website, new client, onboard a customer site, another domain, launch new domain workspace, add client site, sign up another website, extra countries markets, put a new property into the system, second shop website, another brand joined us, give it its own space, take on a new client
projects.get what do we know about this site, language and country of the project, look at one website, site profile, settings of one domain, market and team of a website, details of one workspace
projects.update correct the domain language country description of a site, give it another name, reconfigure site settings, switch target country or content language, modify workspace, patch project, change settings, our site is in French German English now, other target market
projects.delete get rid of a website, close the project, we no longer work with this client, throw the site away, remove website workspace, offboard customer, archive, retire site
projects.list_goals what are we aiming for, our aims and targets, objectives set for content, goals configured
projects.create_goal aim for something, define a new target, add objective, set target
projects.delete_goal give up drop a target we no longer pursue, remove objective aim
projects.list_modules what features are switched on, which parts of the platform can we use, feature flags, functions enabled on our account, add-ons, modules on or off
projects.activate_module switch on a part, enable a function, unlock, enable add-on feature flag, turn function on
projects.deactivate_module switch off a part, disable a function, we do not need this feature, disable add-on feature flag, turn function off, do not need this part of the product
articles: post text blog copy writing
articles.list all our posts, which texts exist, articles so far, drafts, content inventory of a project, all blog texts, show every article page
articles.create save my own finished text, empty draft placeholder with a headline only, put a text in, article stub record, store existing ready-made content, import own text, title and slug, new blog draft, already wrote it myself, just save my text, keep this text
articles.get read the text, is the post finished written ready, open an article, article body content, processing status of generation, poll article until ready, has the text been written
articles.generate let the ai write the post, fill the stub draft with text, how long words, write body text, produce content for stub with target length and keyword, fill article, generate blog post article about a topic, finish the text, let the robot write
articles.optimize make the post rank better, improve polish my text for google, more traffic, update an old article, seo rewrite, raise rankings, refine, better content quality, optimize blog post, tune blog article, enrich, pimp
articles.repurpose turn the post into linkedin facebook instagram tweet newsletter email video script, another channel, reuse content on social media, thread, caption, derive other formats, blog article into a tweet, reformat blog post, make a newsletter out of the post
articles.generate_standalone just write a text on a topic, one-off post without a project, quick copy, blog post about something, ad hoc article, article without project or stub, essay from a keyword, write blog post article about a topic
keywords: search terms phrases people google
keywords.list our search terms, which terms do we target in the project, volumes difficulty cpc of stored terms, project keyword inventory, stored keywords with search volume
keywords.create write down keep a new search term, target one more term, track save keyword in the project's keyword list, insert term
keywords.delete drop throw out a search term, no longer target, take out of the project, remove stored keyword, clean up terms
keywords.research what do people google, what are people searching for, topic clusters around a term, find related terms, keyword discovery from seeds, keyword clusters, what to rank for, search demand
keywords.expand longer variations of one term, long tail questions, a-z alphabet letters, alphabet soup, autocomplete variants, blow up a keyword
keywords.expansions which longer variants came out, read the a-z result, fetch variants of an expansion job
keywords.import_csv upload a list table of terms from excel xlsx spreadsheet, bring my own terms, bulk load keyword file, column mapping, txt list
keywords.ai_research give me ideas what to write about, let the ai think up terms for our business, suggest topics, seedless research, llm suggestions, brainstorm topics for our industry, what should we blog write about, topic ideas
keywords.research_status is the research finished done ready yet, how far is the keyword import or ai research, percent, poll batch progress, clustering state, import job
keywords.research_results download the clusters table csv of the research, see what the research found, cluster export, result table with main and sub keywords, intent and titles
keywords.list_researches earlier past keyword researches and imports, when did we last research, history of batches, previous imports
keywords.explore look up volume difficulty of a seed term, keyword explorer database, raw data pull, instant keyword metrics, lookup without project, related keyword database
internal_links: linking between our own pages
internal_links.analyze connect our articles with each other, find missing links inside the site, interlink, build internal link map, cross-link articles automatically, interlinking run, which pages should point to which
internal_links.suggestions where should this post link to, links still missing in the text, anchor proposals, proposed internal links of one article, recommended anchors, which of our own posts should this one mention
internal_links.decide take or refuse the proposed link, yes set it, no ignore it, accept dismiss proposal of a link, confirm internal link
storylines: outline brief draft plan of a text
storylines.list which outlines exist, all drafts of structure, structures drafted in the project, overview of outlines
storylines.create draft an outline, plan a text before writing, structure with headings, make a brief for a topic, generate content structure, serp based outline, structured plan for an article, concept for a topic, kick off an outline about a topic
storylines.get show the outline, headings questions people also ask, research data behind it, outline details, heading gaps, featured snippet data, generation state
storylines.update change headings reorder sections of the outline, adjust structure, edit sections chapters, set storyline status
storylines.delete throw away the outline, scrap it, trash structure, remove draft plan
storylines.approve the outline is good fine, sign it off, happy with it, release for writing, looks great go ahead, green light, confirm structure, mark as approved, outline is okay fine, I say yes to the outline
storylines.assemble_article write the text from the outline, turn the outline into an article, flesh out, expand outline into full text, produce article from structure, build the article
style_profiles: tone of voice writing style how we sound
style_profiles.list which writing styles tones do we have, available tones, choose a voice
style_profiles.create define our tone by hand, describe how we write, new voice manually, formal or casual guidelines
style_profiles.get what does this writing style say, look at one tone, read tone details, voice description
style_profiles.update adjust correct the tone, tweak the style, make it more formal or casual, edit voice, the voice is not quite right
style_profiles.delete remove a writing style we no longer use, drop a voice
style_profiles.from_url copy imitate learn the tone of a website, write like them, analyze how a site sounds, extract voice from site, mimic existing texts, scrape tone, make our texts sound like another website, write like a competitor does, in the manner of another site
style_profiles.scrape_status is the tone analysis done, how far is learning the style, why did reading the site fail, extraction progress of tone from website, failure reason, pages fetched
style_profiles.accept the drafted tone fits, keep it, that is how we sound, approve proposed voice, keep the suggestion
style_profiles.discard the drafted tone does not fit, throw away the proposal, bin it, reject proposed voice, refuse suggestion, the voice you came up with is wrong
knowledge_base: own documents facts company material background sources
knowledge_base.list which documents does the writer know, what have we uploaded as knowledge, background material held, knowledge sources and processing state
knowledge_base.add_text teach it something, store our brochure product facts as text, feed background information, upload text, insert facts about products, add faq, here is what our company does, remember this, keep in mind, background about our products
knowledge_base.search look something up in our own documents, what do our documents say about, ask the knowledge, rag retrieval, find passage, query own knowledge, does our documentation mention something
knowledge_base.delete forget an outdated document, take it out of the knowledge, remove source from rag, drop knowledge
knowledge_base.download get the original document pdf back, markdown of a knowledge document, original upload, extracted text
knowledge_base.add_url let it read a web page, learn from a link address, import web page as knowledge, ingest link, scrape a url into knowledge
knowledge_base.analyze_site read our whole website and learn who we are, fill the knowledge base from our domain, extract company knowledge from homepage, crawl own site to build profile documents
knowledge_base.site_analyses earlier crawls of our website for knowledge, list crawl runs
knowledge_base.site_analysis how far is reading our website, is the crawl for the knowledge done, crawl run status and progress, documents created
link_lists: addresses we want to link to
link_lists.list which addresses do we keep to link to, show lists of links, collections of urls, link targets
link_lists.create collect addresses worth linking, store a set of target urls, new collection of urls, add link targets
link_lists.delete throw away a list of links, remove collection set of urls
orphan_scans: pages without incoming internal links nobody links to
orphan_scans.discover how many pages would be crawled and how expensive, prepare search for pages without links, estimate, create orphan scan, estimated credits of a crawl, count urls first, find pages you cannot click through to
orphan_scans.start go ahead with the crawl for pages without links, begin now, launch prepared crawl, charge and run
orphan_scans.get is the orphan crawl finished, how far is the scan, scan status, crawl progress
orphan_scans.pages which pages have no links pointing to them, isolated lonely pages found, results of orphan crawl, unlinked pages discovered, pages you cannot click through to, pages nobody finds
orphan_scans.delete throw away the orphan crawl, remove scan with results
content_insights: texts content overview
content_insights.intelligence how is our content doing overall, big picture of all texts, content strategy numbers, content kpi summary, strategy overview
content_insights.freshness which texts articles posts are old outdated stale and need updating, ageing content, decaying content, candidates for refresh, last updated, stale articles report, not touched not updated for a year, old posts, what needs refreshing on the blog
calendar: editorial schedule planned pieces publication dates
calendar.list what is planned coming up next week month, what do we publish when, editorial plan, content schedule, due this month, upcoming pieces
calendar.create put a piece on the calendar for a date, plan an article for a day, schedule content, add to editorial plan, book a slot
calendar.update move shift postpone a planned piece to another date day, change date of planned content, reschedule, postpone publication, push a piece back a week, bring it forward, swap dates
calendar.delete take a planned piece off the calendar, we are not going to write it, unschedule, cancel planned content, drop slot, nothing on this day, skip the planned piece
calendar.generate_article write the piece planned in the calendar now, produce the scheduled text, produce article scheduled, write due entry
images: picture photo graphic illustration visual
images.list all our pictures, show photos, find a picture, gallery, filter by model or tag, all visuals
images.list_in_project pictures belonging to one project site
images.get look at one picture, its versions, where did it come from, image details, variants and parent, resolution, poll edited image
images.generate draw paint make me a picture, illustration header banner cover for a post, generate visual, text to image, artwork, hero visual, thumbnail, I need a visual for a newsletter
images.edit change something in the picture, remove object, replace background colour, retouch, inpaint, alter picture, add or remove things, different colours, image to image, make something in the picture another colour, crop, add text to a photo
images.open_in_chat talk about this picture with the agent, discuss image, start a chat conversation about an image
images.trash which pictures are in the bin, deleted photos, recently removed pictures
images.favorite star like this picture, mark as favourite, bookmark picture, heart, unfavourite
images.update give the picture another title, tag a photo, rename, label a picture, edit title tags metadata of image
images.delete throw a picture away, put photo in the bin, chuck photo, move picture to trash
images.restore get a deleted photo back out of the bin, undo picture deletion, by mistake accident, undo deleting an image, recover picture
images.delete_forever erase wipe a picture for good for ever, cannot be undone, purge photo permanently, irrevocably remove image, empty one picture from the trash
images.bulk_delete throw away several many selected pictures at once, remove a batch of images, clear out pictures
images.bulk_restore get several many pictures back from the bin at once, recover multiple photos
images.bulk_export download several many pictures together, zip up photos, package images for download, archive of pictures
images.export_status is the picture archive zip ready to download, poll image zip job, download url of image archive
images.update_share change how long the picture link works, extend prolong shorten expiry date, prolong image link validity, link expiry, keep image link working longer
images.unshare nobody should see the picture any more, take the public picture link down, make private, disable image link, unpublish picture, revoke access to photo
images.share send somebody a link to the picture, let people outside see the image, public address, public url for image, let others view a picture, external link to a picture logo
files: document spreadsheet attachment download
files.list where are the documents spreadsheets you made, our files, what expires soon, find generated csv, uploads, filter by type or name, sorted by size, expiring soon, where did I put that document, where is the file
files.get how big is the file, when does it expire, open look at a document, which chat made it, file metadata, mime type, download url of one file
files.keep do not let the file expire, hold on to it, keep for ever, protect from deletion, does not vanish disappear after 30 days, prevent auto-expiry, keep permanently
files.trash which documents are in the bin, deleted files, recently removed files, deleted documents bin
files.favorite star a document, mark file as favourite, bookmark a file, heart
files.update give the document another title, tag a file, rename, retitle file, edit tags metadata of file
files.delete throw a document file away, put file in the bin, chuck a document, move file to trash
files.restore get a deleted document file back out of the bin, undo file deletion, by mistake accident, undo deleting a file, recover document
files.delete_forever erase wipe a document file for good for ever, cannot be undone, purge a file permanently, irrevocably remove document
files.bulk_delete throw away several many selected files documents at once, dump several files, clear out documents
files.bulk_restore get several many files documents back from the bin at once, recover multiple documents
files.bulk_export download several many files together, zip up documents, package files for download, all pdfs in one download
files.export_status is the file archive zip ready to download, poll file zip job, download url of archive
files.update_share change how long the file link works, extend prolong shorten expiry date, prolong file link validity, keep download link working until
files.unshare nobody should see the file document any more, take the public link down, make private, disable file link, unpublish document, revoke access
files.share send somebody a link to the document file, let people outside colleague see it, public address, public url for a document, let an outsider download a file, let my boss look at the spreadsheet, show the document to a client
credits: money budget account points
credits.balance how much money do we have left, how many points remain, can we afford it, which plan are we on, when does it renew, remaining credits, funds available, quota left this month, current plan, do we have enough sufficient credits for something, can we still afford an audit report article, are we running low, how much is left, run out of credits
credits.history what did we spend the money on, where did the credits go, what was charged last week, usage per action, credit ledger, where did credits go, transactions by action, billing usage log, who used burned all the credits
platform.openapi swagger yaml file api specification documentation for developers, all endpoints machine readable, api reference spec, endpoints document, machine readable interface
`;
