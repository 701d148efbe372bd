/** How people ask for AI visibility tracking and what hangs off it (contract 2). */
export const visibility = `
tracking: monitoring watching our brand in chatgpt and other chatbots
tracking.list which brands do we watch monitor, all monitored brands
tracking.analyze start watching a new brand, set up monitoring, wizard for a domain or keyword
tracking.analysis_status is the wizard analysis done, which competitors keywords prompts did the wizard find suggest, rediscovery progress
tracking.activate finish setup, go live, switch the tracking on with the chosen prompts
tracking.get how is our brand doing, figures kpis of a watched brand, look at one brand
tracking.update which platforms assistants and how often to measure weekly daily, only track some, rename the brand, configure monitoring
tracking.delete stop watching a brand for good, erase its history, get rid of the brand monitoring
tracking.pause stop the monitoring for a while for now, take a break holiday, no more weekly runs
tracking.resume go on with the monitoring again after the break, weekly runs back on
tracking.run measure our visibility right now, ask the assistants today, do not wait for the schedule
tracking.runs when were the last measurements taken, earlier past runs, did the last run work
tracking.cost_preview how expensive is the monitoring per month, what will the prompts cost us, running costs of tracking
tracking.sync_sources match cited sources with the partner portfolio, refresh in portfolio flags
tracking.add_own_domain this website also belongs to us, is ours too, another own domain not a competitor
ingest: guided onboarding of a brand
ingest.start do everything for me to watch our brand, guided dialogue, confirm and go on, answer the onboarding
ingest.get how far is the guided onboarding, what does it still need from me
business_profile: where the company does business, local or national
business_profile.get what does it think our company does and where, our region and audience
business_profile.update correct our city region service area, we only serve certain towns, local national
business_profile.refresh work out our company region anew, the profile is wrong make a new one
article_requests: guest post on a partner website, mention on someone else's site, backlink
article_requests.list which guest posts have we asked for, state of our placements
article_requests.create ask a partner website to write publish about us, order a guest post, get a backlink
article_requests.withdraw take back a guest post request, changed my mind about the partner site, no longer want it
tracking_shares: let other people see and work on a tracking project
tracking_shares.list who has access to our brand tracking, guests
tracking_shares.create let a freelancer agency partner see our brand tracking, give access by email
tracking_shares.revoke take access away from a guest, stop sharing the tracking project, lock out
tracking_shares.shared_with_me what did others share with me, projects I was invited to as a guest
tracking_shares.accept say yes to an invitation to a tracking project
tracking_shares.decline say no to an invitation, I do not want to join the shared project
tracking_shares.leave get out of a project somebody shared with me, no longer a guest
tracking_keywords: search terms watched for a brand
tracking_keywords.list which search terms are tracked monitored for the brand
tracking_keywords.create follow track one more search term for the brand, add term to monitoring
tracking_keywords.update change group volume intent tags of a tracked search term
tracking_keywords.delete no longer follow track a search term, take it out of monitoring
prompts: questions we ask the chatbots assistants
prompts.list which questions do we ask the chatbots every run, show tracked questions
prompts.create add another question to ask the chatbots, track one more prompt
prompts.update reword rephrase a tracked question, change its category or persona
prompts.delete no longer ask this question, drop one tracked question
prompts.extract take several questions out and get them back as a list, cut out selected prompts
prompts.import upload a file csv excel of questions, many questions from a spreadsheet
prompts.classify_persona which kind of customer would ask this one question, assign a persona
prompts.bulk_classify_persona sort all questions by persona target group
prompts.bulk_classify_intent sort all questions by buying stage awareness consideration decision
prompts.classify_intent which buying stage is this one question, informational or commercial
prompts.bulk_monitor pause exclude or reactivate a bunch of several questions at once
prompts.monitor do not ask this question for now, pause exclude reactivate one single question
prompts.refresh_volumes how often are our questions searched, update demand numbers for questions
keyword_suggestions: ideas from our own sitemap
keyword_suggestions.list ideas for terms from our own pages, which keywords does our sitemap suggest
keyword_suggestions.convert adopt take over the ideas as tracked questions
keyword_suggestions.sitemap_pages which of our pages were read in the sitemap
keyword_suggestions.sitemap_scan read through all pages of our site for ideas, go through the sitemap
prompt_tags: labels on questions
prompt_tags.list_dimensions kinds groups of labels, what label groups exist
prompt_tags.create_dimension new kind group of labels
prompt_tags.update_dimension rename recolour reorder a label group
prompt_tags.delete_dimension remove a label group
prompt_tags.list which labels do we have for questions
prompt_tags.create make a new label
prompt_tags.update rename recolour a label
prompt_tags.delete remove a label altogether
prompt_tags.merge two labels mean the same, join combine duplicates into one
prompt_tags.assign put stick a label on a question
prompt_tags.unassign take a label off a question
prompt_tags.bulk_tag label many selected questions at once, add or remove a tag from a selection
prompt_tags.apply_single_tag let the ai label all questions the tag fits
prompt_tags.taxonomy_run is the automatic labelling done
cited_sources: websites chatbots quote, where assistants get their answers from
cited_sources.list which websites pages do chatbots quote refer to take their information from, who gets cited, where to do outreach
cited_sources.export spreadsheet table of the quoted websites
cited_sources.analyze have a closer look at the quoted pages, what kind of content are they, can we get in there
cited_sources.update we contacted wrote to this website, it linked us, they refused, ignore it, outreach note
insights: how visible are we in AI answers
insights.scores is our visibility going up or down, development over months, trend curve
insights.platform_breakdown how are we doing on each assistant, chatgpt compared with gemini, sentiment by platform
insights.low_hanging_fruit easy quick wins, websites where we could get mentioned with little effort
insights.platform_gap which assistants know us least, where are we weak behind
insights.diagnose_platform_gap why are we so bad on one assistant, find the cause reason
insights.potential_hero how much better could we get, how much visibility could we gain, upside
insights.off_page_readiness how well known are we outside our own website, reputation elsewhere, brand demand
insights.generate_brief what should an article look like that answers this tracked question, briefing for a writer
insights.add_brand_alias we are also called, other spelling abbreviation of our name, nickname
competitors: rivals of the tracked brand
competitors.list who do we compare our brand with, which rivals are tracked
competitors.replace track other rivals, change who we compare with, set competitor domains
competitors.discover find out who our rivals are, look for further competitors automatically
accuracy: wrong things chatbots say about us, lies errors false facts
accuracy.list what do chatbots get wrong about us, untrue statements, wrong prices, lies, mistakes in answers
accuracy.resolve the wrong statement is settled, not an error after all, tick off a false claim, ignore it
accuracy.reverify check again whether the wrong claims are still made, repeat fact check
accuracy.backfill first fact check over the answers we already have, old answers
brand_knowledge: what is true about our brand
brand_knowledge.read what do we know about a brand, is this fact about the company true, look up correct facts
brand_knowledge.seed_truth_source collect true facts about the brand to check answers against, set up ground truth
brand_knowledge.refresh_truth_source our website changed, renew update the true facts
brand_knowledge.index_status how many of our pages are indexed for fact checks, is it still indexing
brand_knowledge.rebuild_index read our own website again for the fact check, re-crawl re-index now
brand_knowledge.get_refresh how often is our website read again for facts of this brand
brand_knowledge.update_refresh read crawl our site daily weekly monthly or never for this brand, change the rhythm
brand_knowledge.get_team_refresh how often does the team by default renew brand facts
brand_knowledge.update_team_refresh for all brands of the team change how often facts are renewed by default
reality_check: overall grade of AI visibility
reality_check.avi what is our overall score index grade traffic light, how good are we in ai and what to do
reality_check.dimensions six axes scores, strengths and weaknesses per assistant
reality_check.generate_report make the reality check pdf, nice document for the boss client
reality_check.report_status is the reality check pdf document ready to download
reports.generate write a summary of our AI visibility for the boss client in text, tracking report markdown
prompt_check: ask several chatbots one question
prompt_check.list what did the chatbots answer to our ad hoc test questions, results of earlier prompt checks
prompt_check.start try out a question on all chatbots right now, one time, compare what they answer
`;
