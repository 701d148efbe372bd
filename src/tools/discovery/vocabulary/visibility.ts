/** How people ask for AI visibility tracking and what hangs off it (contract 2). */
export const visibility = `
tracking: monitoring watching our brand in chatgpt and other chatbots
tracking.list which brands do we watch monitor, all monitored brands, brands monitored in assistants, all visibility projects, which tracking projects are paused active or in setup
tracking.analyze start watching a new brand, set up monitoring, wizard for a domain or keyword, begin setup of visibility project, analyze keyword or domain for tracking
tracking.analysis_status is the wizard analysis done, which competitors keywords prompts did the wizard find suggest, rediscovery progress, suggested prompts personas keywords competitors, wizard state
tracking.activate finish setup, go live, switch the tracking on with the chosen prompts, confirm wizard, create prompts and competitors and start
tracking.get how is our brand doing, figures kpis of a watched brand, look at one brand, brand status, current kpi of tracking project, details of one visibility project
tracking.update which platforms assistants and how often to measure weekly daily, only track some, rename the brand, configure monitoring, track another platform as well, include grok or gemini or claude, change schedule, settings of monitoring, turn reality check on, also use perplexity, add or remove an assistant, add a competitor, change the interval
tracking.delete stop watching a brand for good, erase its history, get rid of the brand monitoring, wipe tracking project, remove brand from monitoring for ever
tracking.pause stop the monitoring for a while for now, take a break holiday, no more weekly runs, freeze scheduled measurements, suspend brand monitoring, put tracking on hold, skip the tracking while we relaunch
tracking.resume go on with the monitoring again after the break, weekly runs back on, reactivate brand monitoring, unfreeze scheduled measurements, holidays are over measure again, restart the weekly measurement
tracking.run measure our visibility right now, ask the assistants today, do not wait for the schedule, immediate measurement, execute all prompts, refresh the answers today
tracking.runs when were the last measurements taken, earlier past runs, did the last run work, measurement log, dates and states of runs, run history
tracking.cost_preview how expensive is the monitoring per month, what will the prompts cost us, running costs of tracking, monthly estimate, will credits last for the tracking, cost warning, quota
tracking.sync_sources match cited sources with the partner portfolio, refresh in portfolio flags, synchronise portfolio flags of sources with outreach tool
tracking.add_own_domain this website also belongs to us, is ours too, another own domain not a competitor, register second domain, subsidiary site, count as ours, part of our group, sister site, subsidiary, that competitor is actually us, wrongly listed as a competitor
ingest: guided onboarding of a brand
ingest.start do everything for me to watch our brand, guided dialogue, confirm and go on, answer the onboarding, bring a brand through the whole visibility onboarding, automatic setup with prompts, one-call setup, set up AI visibility from start to finish, complete setup of a brand, take care of everything, set up tracking for a new domain
ingest.get how far is the guided onboarding, what does it still need from me, ingest envelope status, onboarding state, tracking setup progress, how far is the setup of tracking
business_profile: where the company does business, local or national
business_profile.get what does it think our company does and where, our region and audience, company scope and catchment area, audience lens
business_profile.update correct our city region service area, we only serve certain towns, local national, set cities and geo scope, local instead of national, we also serve deliver to another city, add a town to our area, we only work in one region state, our area is wrong
business_profile.refresh work out our company region anew, the profile is wrong make a new one, recompute company profile, redo where we operate
article_requests: guest post on a partner website, mention on someone else's site, backlink
article_requests.list which guest posts have we asked for, state of our placements, partner placements requested, pending guest articles
article_requests.create ask a partner website to write publish about us, order a guest post, get a backlink, order placement on a domain, sponsored article, ask partner for publication
article_requests.withdraw take back a guest post request, changed my mind about the partner site, no longer want it, cancel placement, retract request
tracking_shares: let other people see and work on a tracking project
tracking_shares.list who has access to our brand tracking, guests, guests with access, collaborators of a tracking project
tracking_shares.create let a freelancer agency partner see our brand tracking, give access by email, give collaborator access, invite partner to tracking, let someone work on our brand tracking, share a dashboard with a client, let a client see the visibility dashboard
tracking_shares.revoke take access away from a guest, stop sharing the tracking project, lock out, remove guest collaborator, end access, stop sharing our tracking with an agency
tracking_shares.shared_with_me what did others share with me, projects I was invited to as a guest, projects I can see as a guest, incoming shares and invitations, tracking invites for me, who invited me
tracking_shares.accept say yes to an invitation to a tracking project, join shared tracking, got an invite, somebody asked me into a tracking, yes I will join
tracking_shares.decline say no to an invitation, I do not want to join the shared project, turn down invite, refuse share
tracking_shares.leave get out of a project somebody shared with me, no longer a guest, quit shared project, stop being guest
tracking_keywords: search terms watched for a brand
tracking_keywords.list which search terms are tracked monitored for the brand, monitored terms of a brand
tracking_keywords.create follow track one more search term for the brand, add term to monitoring, insert keyword into tracking, monitor a new term
tracking_keywords.update change group volume intent tags of a tracked search term, move tracked keyword into another group, edit metadata
tracking_keywords.delete no longer follow track a search term, take it out of monitoring, untrack keyword, remove monitored term
prompts: questions we ask the chatbots assistants
prompts.list which questions do we ask the chatbots every run, show tracked questions, search prompts by text funnel intent persona tag, tracked prompt overview, prompts with a tag
prompts.create add another question to ask the chatbots, track one more prompt, track a new question, monitor another prompt
prompts.update reword rephrase a tracked question, change its category or persona, fix wording of a tracked question, edit prompt text
prompts.delete no longer ask this question, drop one tracked question, remove one prompt
prompts.extract take several questions out and get them back as a list, cut out selected prompts, move prompts out and delete, cut and return
prompts.import upload a file csv excel of questions, many questions from a spreadsheet, load questions from excel, bulk upload prompt list
prompts.classify_persona which kind of customer would ask this one question, assign a persona, target audience of one prompt, which buyers ask such a question
prompts.bulk_classify_persona sort all questions by persona target group, personas for every prompt automatically, which buyers ask such questions
prompts.bulk_classify_intent sort all questions by buying stage awareness consideration decision, assign funnel stages to everything unclassified, intent of all prompts
prompts.classify_intent which buying stage is this one question, informational or commercial, determine funnel stage of a prompt
prompts.bulk_monitor pause exclude or reactivate a bunch of several questions at once, set status of many prompts, exclude a selection of prompts
prompts.monitor do not ask this question for now, pause exclude reactivate one single question, keep but do not ask this prompt, exclude one prompt, toggle monitoring
prompts.refresh_volumes how often are our questions searched, update demand numbers for questions, re-measure demand, search volume update for all prompts
keyword_suggestions: ideas from our own sitemap
keyword_suggestions.list ideas for terms from our own pages, which keywords does our sitemap suggest, keyword ideas from sitemap sorted by volume
keyword_suggestions.convert adopt take over the ideas as tracked questions, adopt ideas into tracking, make prompts out of keywords
keyword_suggestions.sitemap_pages which of our pages were read in the sitemap, pages found in sitemap, scanned urls
keyword_suggestions.sitemap_scan read through all pages of our site for ideas, go through the sitemap, crawl sitemap for prompt ideas
prompt_tags: labels on questions
prompt_tags.list_dimensions kinds groups of labels, what label groups exist, taxonomy groups
prompt_tags.create_dimension new kind group of labels, new taxonomy group, grouping for tags
prompt_tags.update_dimension rename recolour reorder a label group, edit taxonomy group icon order
prompt_tags.delete_dimension remove a label group, remove custom taxonomy group
prompt_tags.list which labels do we have for questions, get tags of a dimension, all tags
prompt_tags.create make a new label, add tag such as pricing
prompt_tags.update rename recolour a label, change tag name colour description
prompt_tags.delete remove a label altogether, drop tag
prompt_tags.merge two labels mean the same, join combine duplicates into one, deduplicate tags, fold one tag into another
prompt_tags.assign put stick a label on a question, label a prompt, attach tag, tag a prompt, tag it, tag one prompt, tagging a single prompt, add a tag to this prompt
prompt_tags.unassign take a label off a question, detach tag from prompt
prompt_tags.bulk_tag label many selected questions at once, add or remove a tag from a selection, tag a selection of prompts
prompt_tags.apply_single_tag let the ai label all questions the tag fits, auto-tag all prompts, classify with ai
prompt_tags.taxonomy_run is the automatic labelling done, auto-tagging progress
cited_sources: websites chatbots quote, where assistants get their answers from
cited_sources.list which websites pages do chatbots quote refer to take their information from, who gets cited, where to do outreach, domains referred to most, citations per domain, publishers to contact, source opportunities
cited_sources.export spreadsheet table of the quoted websites, source list as table
cited_sources.analyze have a closer look at the quoted pages, what kind of content are they, can we get in there, classify sources, score citation possibility
cited_sources.update we contacted wrote to this website, it linked us, they refused, ignore it, outreach note, set outreach state, add notes to a source, mark as linked, blogger publisher said no or yes, they will link to us
insights: how visible are we in AI answers
insights.scores is our visibility going up or down, development over months, trend curve, visibility over time, month by month, did we improve
insights.platform_breakdown how are we doing on each assistant, chatgpt compared with gemini, sentiment by platform, position sentiment per llm, recommendation rate by assistant, share per engine
insights.low_hanging_fruit easy quick wins, websites where we could get mentioned with little effort, sources likely to cite us soon, effort versus benefit, where could we easily get mentioned cited
insights.platform_gap which assistants know us least, where are we weak behind, underperforming platforms, difference between assistants, what is holding us back, where do others do better
insights.diagnose_platform_gap why are we so bad on one assistant, find the cause reason, root cause of low visibility on a platform, ai explanation, what is holding us back on an assistant
insights.potential_hero how much better could we get, how much visibility could we gain, upside, realisable visibility, untapped potential, alias gaps
insights.off_page_readiness how well known are we outside our own website, reputation elsewhere, brand demand, third-party mentions, brand demand, source affinity
insights.generate_brief what should an article look like that answers this tracked question, briefing for a writer, editorial briefing based on a prompt, instructions for a copywriter
insights.add_brand_alias we are also called, other spelling abbreviation of our name, nickname, register alternate brand name, misspelling counts as us
competitors: rivals of the tracked brand
competitors.list who do we compare our brand with, which rivals are tracked, benchmarked against, competitor domains of a tracking project
competitors.replace track other rivals, change who we compare with, set competitor domains, overwrite competitors, swap rivals
competitors.discover find out who our rivals are, look for further competitors automatically, ai finds competitors, suggest rivals
accuracy: wrong things chatbots say about us, lies errors false facts
accuracy.list what do chatbots get wrong about us, untrue statements, wrong prices, lies, mistakes in answers, hallucinations about us, severity of wrong claims, misinformation report, false price
accuracy.resolve the wrong statement is settled, not an error after all, tick off a false claim, ignore it, false alarm, close claim, mark claim as correct
accuracy.reverify check again whether the wrong claims are still made, repeat fact check, fact check once more, rerun verification, recheck the facts claims
accuracy.backfill first fact check over the answers we already have, old answers, initial fact check of stored answers
brand_knowledge: what is true about our brand
brand_knowledge.read what do we know about a brand, is this fact about the company true, look up correct facts, lookup brand facts and passages, what is known about brand
brand_knowledge.seed_truth_source collect true facts about the brand to check answers against, set up ground truth, bootstrap facts from brand profile, create ground truth
brand_knowledge.refresh_truth_source our website changed, renew update the true facts, re-crawl truth pages, latest facts
brand_knowledge.index_status how many of our pages are indexed for fact checks, is it still indexing, passages and pages indexed, verifiable share, last crawl, how many pages of our site are in the brand knowledge base
brand_knowledge.rebuild_index read our own website again for the fact check, re-crawl re-index now, recrawl own site now
brand_knowledge.get_refresh how often is our website read again for facts of this brand, recrawl interval of a project, current frequency
brand_knowledge.update_refresh read crawl our site daily weekly monthly or never for this brand, change the rhythm, set crawl interval for this project, daily weekly monthly off, look at our site more often less often
brand_knowledge.get_team_refresh how often does the team by default renew brand facts, team-wide default interval
brand_knowledge.update_team_refresh for all brands of the team change how often facts are renewed by default, set team-wide default interval
reality_check: overall grade of AI visibility
reality_check.avi what is our overall score index grade traffic light, how good are we in ai and what to do, avi score, traffic light, maturity, recommendations
reality_check.dimensions six axes scores, strengths and weaknesses per assistant, six-dimension radar, scores per dimension and platform
reality_check.generate_report make the reality check pdf, nice document for the boss client, order visibility pdf for client, branded report, something printable about our ai presence, presentation handout
reality_check.report_status is the reality check pdf document ready to download, poll pdf report job
reports.generate write a summary of our AI visibility for the boss client in text, tracking report markdown, markdown report how visible we are, written analysis, something to read about our ai presence
prompt_check: ask several chatbots one question
prompt_check.list what did the chatbots answer to our ad hoc test questions, results of earlier prompt checks, past ad-hoc runs, answers of models
prompt_check.start try out a question on all chatbots right now, one time, compare what they answer, ad-hoc multi-model run, test one prompt on several llms, test a prompt on claude and grok, what would the assistants say to this
`;
