/** How people ask for the agent, text tools, audits, community, monitors and automation (contract 3, first half). */
export const modules = `
agentic_chat: assistant bot agent of the platform
agentic_chat.chat talk to the bot, ask the agent to do something, delegate a task, tell the assistant
agentic_chat.session is the agent still working, what did the assistant say, conversation so far
agentic_chat.answer_question the bot asked me something, reply to it, pick an option, yes go ahead
agentic_chat.abort stop the agent, cancel what the assistant is doing, shut up
agentic_chat.feedback the answer of the bot was good bad, thumbs up down, rate the reply
ai_scanner: was it written by a machine robot chatgpt
ai_scanner.detect did a robot machine write this text, is it written by chatgpt, check for ai writing
ai_scanner.scan what came out of the ai check, how much of it is ai
ai_scanner.humanize make the article sound human less like a robot, de-robotize an article
humanizer: make texts sound human natural
humanizer.humanize make this text sound human natural less like chatgpt, rewrite so nobody notices ai
humanizer.batch are the rewritten texts ready, how far is humanizing
humanizer.document read one rewritten text, before and after
humanizer.rehumanize the rewritten text still sounds like a robot, try once more
humanizer.rescore I changed the text by hand, how human is it now, measure score again
content_optimizer: improve a page for a keyword against what ranks
content_optimizer.list earlier optimizations, which texts did we optimize
content_optimizer.get what does the optimizer suggest recommend, missing terms
content_optimizer.analyze compare my text page with the top results of google, how can I improve this page for a keyword
content_optimizer.apply put the suggestions of the optimizer into the text, take over proposals
content_optimizer.delete throw away an optimization
competitor_analyses: rivals in google search rankings
competitor_analyses.list earlier comparisons with rivals
competitor_analyses.create compare our domain with rivals in google, who ranks for our topics, seo competition
competitor_analyses.get how strong are the rivals, authority backlinks referring domains, is the comparison done
competitor_analyses.gaps which terms do rivals rank for that we do not, keywords we miss lack
competitor_analyses.rename give the comparison another name title
competitor_analyses.delete throw away a comparison
competitor_analyses.mark_gap this missing keyword is interesting, favourite it, not relevant hide it
competitor_analyses.rerank sort the rivals anew, reorder again by relevance
content_audits: crawl of the whole website for seo problems
content_audits.list earlier website audits, all crawls
content_audits.create check our whole website for seo problems, crawl all pages, full health check
content_audits.get how did our website do in the audit, average seo score, is the crawl finished
content_audits.export download the audit as a file table
content_audits.pages which pages have problems, worst pages, how many issues are still open
content_audits.compare did the site get better or worse since the last crawl, what was fixed, what is new, before after
content_audits.mark_pages tick off many pages at once as fixed, all low priority issues done
content_audits.page what is wrong with this one page in the audit
content_audits.mark_page I fixed this page, tick it off, done, reopen it
content_audits.refresh_page I changed the page, check crawl this one again
community: members forum chat of the community
community.list_members who is in the community, which members are locked banned unconfirmed
community.get_member look up one community member
community.get_membership is somebody's membership subscription still running, until when, std or pro
community.list_channels which chat rooms are there in the community
community.list_messages what was written in a chat room, read the channel
community.list_conversations how many private direct messages, who talks with whom
community.list_plans how much does community membership cost, prices of the community
community.get_plan what is in one community plan, price details
community.list_sections which areas boards does the forum have
community.list_topics what do people discuss in the forum, unanswered questions, search threads
community.get_topic read a forum thread with replies, was it solved
community.create_topic post start a new thread discussion in the forum
community.list_reports which posts were reported flagged, complaints about the forum, moderation queue
community_monitor: what people say on reddit quora social media
community_monitor.mentions where do people on reddit social media talk about us, posts that mention our brand
community_monitor.mention read one post that mentions us
community_monitor.scan search reddit quora for our name now, look for posts about a topic
community_monitor.alerts did something happen on social media, warnings about mentions, negative buzz
site_monitor: is the website up online reachable, uptime
site_monitor.list which websites are checked for uptime
site_monitor.create tell me warn alert when our site goes down offline, watch whether the website is up
site_monitor.get is our website up or down right now, how is this monitor set
site_monitor.update check the uptime more often, change interval of the monitor
site_monitor.delete no longer check uptime of a website
site_monitor.pause stop uptime checks during maintenance for a while, monitor off for now
site_monitor.resume go on with uptime checks, monitor back on
site_monitor.check_now is the site reachable this very moment, ping it now
site_monitor.checks response times of the website, earlier uptime checks log
site_monitor.incidents when was our site down offline, outages in the past, how long
site_monitor.lighthouse how fast is our website loading, page speed over time
bulk_generations: many articles in one go
bulk_generations.list earlier mass productions of articles
bulk_generations.create write ten twenty fifty articles in one go, one for each keyword of a list
bulk_generations.get how many of the many articles are written, is the mass production done
autopilot: articles by themselves on a schedule
autopilot.list which automatic schedules are running
autopilot.create write and publish something by itself automatically every week Monday day, hands off
autopilot.update let the automatic writing run more or less often, change quality threshold
autopilot.delete switch automatic writing off for good, stop the autopilot
autopilot.runs what did the autopilot write publish, why did it skip, log
pipelines: several steps in a row
pipelines.list which workflows did we run
pipelines.create research then write then optimize in a row, chain several steps, workflow
pipelines.get which stage step is the workflow at, is the pipeline done
pipelines.retry the workflow pipeline crashed broke failed, try again
action_center: tasks what to do next
action_center.goal_profile what are we aiming for in the action center, our goals and priorities
action_center.create_goal_profile define for the first time what we want to achieve
action_center.update_goal_profile change what we are aiming for, other priorities goals
action_center.goal_templates ready-made goals to choose from
action_center.industry_templates ready-made presets for our industry branch sector
action_center.seo_detectors which problems are found automatically, what is detected
action_center.path what should we do next, roadmap, in which order, recommended steps
action_center.paths all roadmaps, alternative ways
action_center.recompute_path the roadmap is out of date, work it out again
action_center.list_todos which tasks are open, what is left to do, our board, assigned work
action_center.create_todo put a new task on the board, somebody has to do something
action_center.get_todo what is this task about, read its notes
action_center.delete_todo throw away a task, not needed any more
action_center.todo_outcome did the task have any effect, was it worth it, did it help, before after
action_center.complete_todo tick off a task, it is done finished
action_center.snooze_todo later not now, remind me of the task next week, put the task off postpone
action_center.move_todo drag a task to in progress column, change task state
action_center.add_note write a comment remark on a task for colleagues
`;
