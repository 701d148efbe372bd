/** How people ask for the agent, text tools, audits, community, monitors and automation (contract 3, first half). */
export const modules = `
agentic_chat: assistant bot agent of the platform
agentic_chat.chat talk to the bot, ask the agent to do something, delegate a task, tell the assistant, ask the master agent, instruct ai to handle a job, chat message, ask the assistant to plan or do something, give the agent a job, do this for me, plan, help me
agentic_chat.session is the agent still working, what did the assistant say, conversation so far, agent still busy, poll session, what did the agent reply
agentic_chat.answer_question the bot asked me something, reply to it, pick an option, yes go ahead, select option for pending question, reply yes or no to the agent
agentic_chat.abort stop the agent, cancel what the assistant is doing, shut up, interrupt running agent turn, halt the agent, enough stop working, quit what you are doing
agentic_chat.feedback the answer of the bot was good bad, thumbs up down, rate the reply, upvote downvote agent message, tell the agent it did well badly, praise
ai_scanner: was it written by a machine robot chatgpt
ai_scanner.detect did a robot machine write this text, is it written by chatgpt, check for ai writing, machine generated essay, ai likelihood of a text, is it chatgpt
ai_scanner.scan what came out of the ai check, how much of it is ai, ai scan result, probability score
ai_scanner.humanize make the article sound human less like a robot, de-robotize an article, humanize existing article by id, light standard deep
humanizer: make texts sound human natural
humanizer.humanize make this text sound human natural less like chatgpt, rewrite so nobody notices ai, humanize pasted texts, batch of documents, rewrite ai text naturally
humanizer.batch are the rewritten texts ready, how far is humanizing, how many texts are humanized already, batch progress
humanizer.document read one rewritten text, before and after, one humanized document
humanizer.rehumanize the rewritten text still sounds like a robot, try once more, humanize a document again, second pass
humanizer.rescore I changed the text by hand, how human is it now, measure score again, recheck ai score after manual edit, rescore document, score the document again
content_optimizer: improve a page for a keyword against what ranks
content_optimizer.list earlier optimizations, which texts did we optimize, past optimizer analyses
content_optimizer.get what does the optimizer suggest recommend, missing terms, optimizer result, suggestions, status
content_optimizer.analyze compare my text page with the top results of google, how can I improve this page for a keyword, on-page analysis, optimise page for keyword, content score
content_optimizer.apply put the suggestions of the optimizer into the text, take over proposals, accept optimizer suggestions, rewrite with them
content_optimizer.delete throw away an optimization, remove optimizer run
competitor_analyses: rivals in google search rankings
competitor_analyses.list earlier comparisons with rivals, seo competitor reports, old competitor studies
competitor_analyses.create compare our domain with rivals in google, who ranks for our topics, seo competition, competitor keyword analysis for a domain, serp rivals, who beats us on google, who outranks us, market study
competitor_analyses.get how strong are the rivals, authority backlinks referring domains, is the comparison done, competitor authority metrics, status of analysis
competitor_analyses.gaps which terms do rivals rank for that we do not, keywords we miss lack, missing keywords versus competitors, content gap
competitor_analyses.rename give the comparison another name title, retitle analysis
competitor_analyses.delete throw away a comparison, remove competitor comparison report
competitor_analyses.mark_gap this missing keyword is interesting, favourite it, not relevant hide it, irrelevant gap hide, favourite gap
competitor_analyses.rerank sort the rivals anew, reorder again by relevance, re-sort competitors
content_audits: crawl of the whole website for seo problems
content_audits.list earlier website audits, all crawls, previous crawls of sites
content_audits.create check our whole website for seo problems, crawl all pages, full health check, technical seo audit of a domain, run crawl, find broken things, scan the complete website for errors, check the entire site
content_audits.get how did our website do in the audit, average seo score, is the crawl finished, audit details and state, averages and totals
content_audits.export download the audit as a file table, audit as csv or file
content_audits.pages which pages have problems, worst pages, how many issues are still open, issues by page, errors and warnings, unsolved pages, lowest seo score
content_audits.compare did the site get better or worse since the last crawl, what was fixed, what is new, before after, regression versus previous audit, new and fixed issues, compared to last month
content_audits.mark_pages tick off many pages at once as fixed, all low priority issues done, mark every critical page as done in one go, bulk solve
content_audits.page what is wrong with this one page in the audit, issues and recommendations of a page
content_audits.mark_page I fixed this page, tick it off, done, reopen it, mark one page as solved, issue fixed
content_audits.refresh_page I changed the page, check crawl this one again, re-audit a fixed page, rescan one page
community: members forum chat of the community
community.list_members who is in the community, which members are locked banned unconfirmed, registered users of the community, search member
community.get_member look up one community member, member record
community.get_membership is somebody's membership subscription still running, until when, std or pro, when does a member's pro membership end, subscription state
community.list_channels which chat rooms are there in the community, rooms with rights, who is allowed to write in which channel
community.list_messages what was written in a chat room, read the channel, what members write in a room, channel history
community.list_conversations how many private direct messages, who talks with whom, overview of private chats counts
community.list_plans how much does community membership cost, prices of the community, pricing of community tiers
community.get_plan what is in one community plan, price details, details of one tier
community.list_sections which areas boards does the forum have, boards of the forum
community.list_topics what do people discuss in the forum, unanswered questions, search threads, forum questions, newest discussions, unsolved threads
community.get_topic read a forum thread with replies, was it solved, read a forum question with its answers
community.create_topic post start a new thread discussion in the forum, start discussion on behalf of a member
community.list_reports which posts were reported flagged, complaints about the forum, moderation queue, complaints to moderate, reported content
community_monitor: what people say on reddit quora social media
community_monitor.mentions where do people on reddit social media talk about us, posts that mention our brand, brand mentions found on reddit, social listening results, what is the talk on reddit
community_monitor.mention read one post that mentions us, details of a found post
community_monitor.scan search reddit quora for our name now, look for posts about a topic, start social listening, look through reddit and quora
community_monitor.alerts did something happen on social media, warnings about mentions, negative buzz, social alerts, notifications about mentions
site_monitor: is the website up online reachable, uptime
site_monitor.list which websites are checked for uptime, configured uptime monitors
site_monitor.create tell me warn alert when our site goes down offline, watch whether the website is up, alert me if the shop is offline, watch availability, new uptime monitor, add website to uptime monitoring, monitor a new site
site_monitor.get is our website up or down right now, how is this monitor set, current state of an uptime monitor, is our website online, monitor status
site_monitor.update check the uptime more often, change interval of the monitor, reconfigure uptime monitor, check interval
site_monitor.delete no longer check uptime of a website, remove uptime monitor, stop watching availability for ever
site_monitor.pause stop uptime checks during maintenance for a while, monitor off for now, mute downtime checks, suspend availability monitoring, no alarms during maintenance
site_monitor.resume go on with uptime checks, monitor back on, unpause uptime monitor, availability checks again
site_monitor.check_now is the site reachable this very moment, ping it now, immediate availability check, is the homepage online, check availability
site_monitor.checks response times of the website, earlier uptime checks log, uptime check log, latency, response codes, was the site online, last uptime checks, is our homepage online
site_monitor.incidents when was our site down offline, outages in the past, how long, downtime history, outage list
site_monitor.lighthouse how fast is our website loading, page speed over time, core web vitals history, performance score
bulk_generations: many articles in one go
bulk_generations.list earlier mass productions of articles, past batches of articles
bulk_generations.create write ten twenty fifty articles in one go, one for each keyword of a list, mass article generation from keyword list
bulk_generations.get how many of the many articles are written, is the mass production done, batch article progress
autopilot: articles by themselves on a schedule
autopilot.list which automatic schedules are running, automations publishing content
autopilot.create write and publish something by itself automatically every week Monday day, hands off, scheduled automatic publishing, recurring content automation, keep the blog going without me, publish regularly on its own
autopilot.update let the automatic writing run more or less often, change quality threshold, make autopilot publish daily, minimum score, pause auto publishing
autopilot.delete switch automatic writing off for good, stop the autopilot, we don't want automatic posts any longer, remove automation, turn off autopilot, end the automation
autopilot.runs what did the autopilot write publish, why did it skip, log, autopilot log, skipped for no credits or low score
pipelines: several steps in a row
pipelines.list which workflows did we run, finished workflows
pipelines.create research then write then optimize in a row, chain several steps, workflow, multi-stage workflow, chain research outline and writing
pipelines.get which stage step is the workflow at, is the pipeline done, workflow stage and progress
pipelines.retry the workflow pipeline crashed broke failed, try again, rerun failed workflow
action_center: tasks what to do next
action_center.goal_profile what are we aiming for in the action center, our goals and priorities, what we want to achieve, objective settings
action_center.create_goal_profile define for the first time what we want to achieve, initial objectives, set up goals
action_center.update_goal_profile change what we are aiming for, other priorities goals, priorities shifted adapt goals, other objectives
action_center.goal_templates ready-made goals to choose from, predefined objectives
action_center.industry_templates ready-made presets for our industry branch sector, preset for law firms shops agencies
action_center.seo_detectors which problems are found automatically, what is detected, automatic seo checks available
action_center.path what should we do next, roadmap, in which order, recommended steps, next best actions, recommended plan, what should I work on next, next step
action_center.paths all roadmaps, alternative ways, list of recommended plans
action_center.recompute_path the roadmap is out of date, work it out again, recalculate plan
action_center.list_todos which tasks are open, what is left to do, our board, assigned work, action items, kanban board cards, backlog, what are my tasks today, open to-dos, what should I work on next
action_center.create_todo put a new task on the board, somebody has to do something, new action item, add ticket, create task, new to-do
action_center.get_todo what is this task about, read its notes, details of one action item ticket
action_center.delete_todo throw away a task, not needed any more, remove ticket action item
action_center.todo_outcome did the task have any effect, was it worth it, did it help, before after, impact of a finished task, uplift measured
action_center.complete_todo tick off a task, it is done finished, close ticket, action item finished
action_center.snooze_todo later not now, remind me of the task next week, put the task off postpone, hide task until, defer action item
action_center.move_todo drag a task to in progress column, change task state, drag card from backlog to doing, kanban column change
action_center.add_note write a comment remark on a task for colleagues, comment on ticket
`;
