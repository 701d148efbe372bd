/** How people ask for projects, texts, assets and money (contract 1). A line: the family or operation, then their words. */
export const content = `
projects: website site domain customer client workspace
projects.list which websites do we have, all our sites, what projects are there, clients we work for, project ids
projects.create open start register a new website, new client, onboard a customer site, another domain
projects.get what do we know about this site, language and country of the project, look at one website
projects.update correct the domain language country description of a site, give it another name
projects.delete get rid of a website, close the project, we no longer work with this client, throw the site away
projects.list_goals what are we aiming for, our aims and targets
projects.create_goal aim for something, define a new target
projects.delete_goal give up drop a target we no longer pursue
projects.list_modules what features are switched on, which parts of the platform can we use
projects.activate_module switch on a part, enable a function, unlock
projects.deactivate_module switch off a part, disable a function, we do not need this feature
articles: post text blog copy writing
articles.list all our posts, which texts exist, articles so far, drafts
articles.create save my own finished text, empty draft placeholder with a headline only, put a text in
articles.get read the text, is the post finished written ready, open an article
articles.generate let the ai write the post, fill the stub draft with text, how long words
articles.optimize make the post rank better, improve polish my text for google, more traffic, update an old article
articles.repurpose turn the post into linkedin facebook instagram tweet newsletter email video script, another channel
articles.generate_standalone just write a text on a topic, one-off post without a project, quick copy, blog post about something
keywords: search terms phrases people google
keywords.list our search terms, which terms do we target in the project, volumes difficulty cpc of stored terms
keywords.create write down keep a new search term, target one more term
keywords.delete drop throw out a search term, no longer target, take out of the project
keywords.research what do people google, what are people searching for, topic clusters around a term, find related terms
keywords.expand longer variations of one term, long tail questions, a-z alphabet letters
keywords.expansions which longer variants came out, read the a-z result
keywords.import_csv upload a list table of terms from excel xlsx spreadsheet, bring my own terms
keywords.ai_research give me ideas what to write about, let the ai think up terms for our business, suggest topics
keywords.research_status is the research finished done ready yet, how far is the keyword import or ai research, percent
keywords.research_results download the clusters table csv of the research, see what the research found
keywords.list_researches earlier past keyword researches and imports, when did we last research
keywords.explore look up volume difficulty of a seed term, keyword explorer database, raw data pull
internal_links: linking between our own pages
internal_links.analyze connect our articles with each other, find missing links inside the site, interlink
internal_links.suggestions where should this post link to, links still missing in the text, anchor proposals
internal_links.decide take or refuse the proposed link, yes set it, no ignore it
storylines: outline brief draft plan of a text
storylines.list which outlines exist, all drafts of structure
storylines.create draft an outline, plan a text before writing, structure with headings, make a brief for a topic
storylines.get show the outline, headings questions people also ask, research data behind it
storylines.update change headings reorder sections of the outline, adjust structure
storylines.delete throw away the outline, scrap it
storylines.approve the outline is good fine, sign it off, happy with it, release for writing
storylines.assemble_article write the text from the outline, turn the outline into an article, flesh out
style_profiles: tone of voice writing style how we sound
style_profiles.list which writing styles tones do we have
style_profiles.create define our tone by hand, describe how we write
style_profiles.get what does this writing style say, look at one tone
style_profiles.update adjust correct the tone, tweak the style
style_profiles.delete remove a writing style we no longer use
style_profiles.from_url copy imitate learn the tone of a website, write like them, analyze how a site sounds
style_profiles.scrape_status is the tone analysis done, how far is learning the style, why did reading the site fail
style_profiles.accept the drafted tone fits, keep it, that is how we sound
style_profiles.discard the drafted tone does not fit, throw away the proposal, bin it
knowledge_base: own documents facts company material background sources
knowledge_base.list which documents does the writer know, what have we uploaded as knowledge
knowledge_base.add_text teach it something, store our brochure product facts as text, feed background information
knowledge_base.search look something up in our own documents, what do our documents say about, ask the knowledge
knowledge_base.delete forget an outdated document, take it out of the knowledge
knowledge_base.download get the original document pdf back, markdown of a knowledge document
knowledge_base.add_url let it read a web page, learn from a link address
knowledge_base.analyze_site read our whole website and learn who we are, fill the knowledge base from our domain
knowledge_base.site_analyses earlier crawls of our website for knowledge
knowledge_base.site_analysis how far is reading our website, is the crawl for the knowledge done
link_lists: addresses we want to link to
link_lists.list which addresses do we keep to link to, show lists of links
link_lists.create collect addresses worth linking, store a set of target urls
link_lists.delete throw away a list of links
orphan_scans: pages without incoming internal links nobody links to
orphan_scans.discover how many pages would be crawled and how expensive, prepare search for pages without links, estimate
orphan_scans.start go ahead with the crawl for pages without links, begin now
orphan_scans.get is the orphan crawl finished, how far is the scan
orphan_scans.pages which pages have no links pointing to them, isolated lonely pages found
orphan_scans.delete throw away the orphan crawl
content_insights: texts content overview
content_insights.intelligence how is our content doing overall, big picture of all texts, content strategy numbers
content_insights.freshness which texts articles posts are old outdated stale and need updating, ageing content
calendar: editorial schedule planned pieces publication dates
calendar.list what is planned coming up next week month, what do we publish when
calendar.create put a piece on the calendar for a date, plan an article for a day
calendar.update move shift postpone a planned piece to another date day
calendar.delete take a planned piece off the calendar, we are not going to write it, unschedule
calendar.generate_article write the piece planned in the calendar now, produce the scheduled text
images: picture photo graphic illustration visual
images.list all our pictures, show photos, find a picture
images.list_in_project pictures belonging to one project site
images.get look at one picture, its versions, where did it come from
images.generate draw paint make me a picture, illustration header banner cover for a post, generate visual
images.edit change something in the picture, remove object, replace background colour, retouch
images.open_in_chat talk about this picture with the agent, discuss image
images.trash which pictures are in the bin, deleted photos
images.favorite star like this picture, mark as favourite
images.update give the picture another title, tag a photo, rename
images.delete throw a picture away, put photo in the bin
images.restore get a deleted photo back out of the bin, undo picture deletion, by mistake accident
images.delete_forever erase wipe a picture for good for ever, cannot be undone
images.bulk_delete throw away several many selected pictures at once
images.bulk_restore get several many pictures back from the bin at once
images.bulk_export download several many pictures together, zip up photos
images.export_status is the picture archive zip ready to download
images.update_share change how long the picture link works, extend prolong shorten expiry date
images.unshare nobody should see the picture any more, take the public picture link down, make private
images.share send somebody a link to the picture, let people outside see the image, public address
files: document spreadsheet attachment download
files.list where are the documents spreadsheets you made, our files, what expires soon
files.get how big is the file, when does it expire, open look at a document, which chat made it
files.keep do not let the file expire, hold on to it, keep for ever, protect from deletion
files.trash which documents are in the bin, deleted files
files.favorite star a document, mark file as favourite
files.update give the document another title, tag a file, rename
files.delete throw a document file away, put file in the bin
files.restore get a deleted document file back out of the bin, undo file deletion, by mistake accident
files.delete_forever erase wipe a document file for good for ever, cannot be undone
files.bulk_delete throw away several many selected files documents at once
files.bulk_restore get several many files documents back from the bin at once
files.bulk_export download several many files together, zip up documents
files.export_status is the file archive zip ready to download
files.update_share change how long the file link works, extend prolong shorten expiry date
files.unshare nobody should see the file document any more, take the public link down, make private
files.share send somebody a link to the document file, let people outside colleague see it, public address
credits: money budget account points
credits.balance how much money do we have left, how many points remain, can we afford it, which plan are we on, when does it renew
credits.history what did we spend the money on, where did the credits go, what was charged last week, usage per action
platform.openapi swagger yaml file api specification documentation for developers, all endpoints machine readable
`;
