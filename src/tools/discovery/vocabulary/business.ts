/** How people ask for integrations, account, audits of pages, catalogs, sales and the smaller families (contract 3, second half). */
export const business = `
google: google account search console analytics
google.list_connections which google accounts are connected logged in, is google connected, linked accounts
google.disconnect remove our google account, take google access away, log out of google, revoke google access
google.gsc_properties which websites are in our search console, search console sites available
google.link_gsc_property connect search console of our site with the platform, attach gsc site to project, connect my search console
google.unlink_gsc_property disconnect a search console site, detach gsc, detach gsc site
google.gsc_metrics how many clicks impressions from google search, average position, top queries, search console performance, search traffic, ctr, ranking queries, how are we doing in google search
google.sync_gsc_property fetch get fresh current numbers from google search console, update gsc data now
google.ga4_properties which sites are in our google analytics, analytics streams available
google.link_ga4_property connect google analytics of our site with the platform, attach analytics property, connect my analytics
google.unlink_ga4_property disconnect google analytics, detach ga4, detach analytics property
google.ga4_metrics how many visitors did we have, traffic, page views from analytics, sessions users conversions, website visitors
google.reviews_status are google reviews connected, does the google business reviews access work, google business reviews connection state
blog: posts on the platform's company blog
blog.list_categories which categories does the blog have, taxonomy of the blog, sections
blog.create_category new category for the blog, add section to blog
blog.update_category rename category of the blog, edit blog section
blog.delete_category remove category of the blog, remove blog section
blog.list_posts what has been posted on the blog, all posts, news articles on platform blog, announcements
blog.create_post publish a post on the blog, new blog entry, write news entry, publish announcement
blog.get_post read one post of the blog, read announcement
blog.update_post fix a typo in the post, correct blog entry, edit announcement
blog.delete_post take a post off the blog, remove announcement
os: desktop with files and folders
os.set_mode switch desktop mode on or off, classic or desktop view, switch interface mode
os.preferences how is my desktop set, background wallpaper dock, read workspace preferences
os.save_preferences change the wallpaper background of the desktop, dark theme, store workspace preferences, dark mode, icons
os.list_files what files lie on the desktop, browse workspace drive documents
os.create_file put store a new file document on the desktop, save note on the workspace drive
os.get_file open a desktop file, fetch one document from the drive
os.update_file rename edit save a desktop file, write changes to a drive document
os.delete_file throw away a desktop file, trash a document in the team drive
os.move_file put a desktop file in another folder, put a document into a folder, tidy up, put this document in the archive folder
os.share_file give somebody a link to a desktop file, public link for drive document
os.unshare_file take back the link to a desktop file, unpublish drive document
os.list_folders which folders are there, directories in the workspace
os.create_folder make a new folder directory, new subfolder directory
os.get_folder what is in this folder, open it, folder contents
os.update_folder give the folder another name, rename, rename directory
os.delete_folder throw away a folder, delete directory
os.move_folder put a folder inside another folder, relocate directory, tidy up folders
os.desktop show my desktop, what is on it, workspace home contents icons
os.spotlight find something quickly anywhere on the desktop, global search, search across workspace, where did I put that document, where is my file
review_sources: customer reviews ratings stars from portals like trustpilot
review_sources.list which review portals are connected, how many stars do we have, average rating, connected portals, star average per portal, trustpilot and google ratings, our customer review sources
review_sources.get what do customers write about us, read the reviews of a portal, customer opinions texts of one portal, what do our reviews say, latest reviews
review_sources.delete remove a review portal and its reviews, unregister portal completely
review_sources.rotate_key new secret api key for a review portal, the key leaked, renew webhook secret, the review key got out, stolen
review_sources.disconnect stop fetching reviews for a while but keep them, pause portal, temporarily stop portal, suspend collecting reviews
review_sources.reconnect fetch reviews again, turn a paused portal back on, start collecting reviews again
review_sources.register connect a new review portal, add trustpilot, hook up portal by webhook
review_sources.join_waitlist our review portal is not supported, put us on the waiting list, vote for unsupported portal, notify when available
review_sources.push_review send a customer review in from our own system, post inbound review with source key
account: me myself my login
account.get who am I, my name and email, is two-factor 2fa on, my user profile, verified email, login method
account.change_password set a new password for my login, new login credentials
account.end_sessions log me out everywhere on all other devices, somebody has my laptop, terminate other logins, sign out elsewhere, someone else is using my login
account.notification_preferences which emails alerts do I get, email and in-app settings
account.update_notification_preferences do not want emails any more, stop sending me mails, mute unsubscribe alerts, turn off report mails, opt out, too many mails from you
team: colleagues people in our company
team.get our team name, which team am I in, workspace organisation details
team.members who is in our team, colleagues and their roles, staff with roles, last active
team.update_member make somebody admin, give more less rights, change what a colleague may do, promote to admin, downgrade to viewer, should not be admin any more
team.remove_member kick throw somebody out of the team, colleague left the company, Sarah has left, revoke membership of a colleague, offboard employee
team.invitations who has been invited and not answered yet, pending, invites not accepted yet
team.invite add a new colleague to the team, send invitation by email, onboard colleague, add seat, somebody starts on Monday get her him in, new employee
team.revoke_invitation take back cancel an invitation, wrong person invited, retract invite
billing: invoices address vat plan payment
billing.profile what is on our invoices, our invoice address and vat number, address on our bills, tax id
billing.update_profile we moved, change invoice address, vat number, billing email, company name on the bill, company moved, new tax id, edit invoicing details, wrong company name on the invoice
billing.upgrade_by_invoice bigger plan, upgrade subscription, buy pro agency starter, pay by bank send a bill, larger subscription, switch to yearly, change plan
dashboard.get show the home start page overview, how are things in general, at a glance, main screen summary, overall status, give me an overview of everything
admin: for operators of the platform
admin.api_costs how much do we pay our providers, openai dataforseo bills, cost of outside services, third-party api spend
admin.promo_codes which discount vouchers coupons are there, discount codes list
admin.promo_redemptions who used redeemed a discount voucher and when, promo code usage by date
admin.feedback what do all users report complain about, bug inbox, user bug inbox
admin.set_feedback_status mark a bug report as in progress done, triage a report
admin.confirm_bug reward the user who found the bug, yes it is a real bug, legit bug give credits
page_audit: one landing page looked at in depth
page_audit.create how convincing good is our landing page, look at this one page closely, design and conversion, redesign, ux conversion review of a landing page, lighthouse and persona check of a url
page_audit.get what came out of the deep page check, screenshots personas trust score, page audit findings, ideal design screenshot
page_audit.list earlier deep checks of pages, deep page audit history
grounding: fit to be cited by ai assistants, citable trustworthy page
grounding.analyze can ai chatgpt cite quote this page, is one url ready for ai search, how trustworthy is it, is page ready to be quoted by ai, single url citation check, eeat check, can chatgpt quote our homepage, check a homepage or article address for citations
grounding.audit what came out of the citation readiness check of a page, grounding findings and fixes of one audit
grounding.audits earlier citation readiness checks, weakest pages by score, search grounding audits by score domain status date
grounding.assign_project put finished audits under a project, link existing audits to seo project
grounding.batch check a list of many urls for citation readiness at once, bulk url grounding check with callback
grounding.batch_status how many urls of the list are checked, is the batch done, grounding batch progress
grounding.batch_results all results of the batch as rows ndjson, grounding batch rows stream
grounding.sitemap_audit check all pages of our sitemap for citation readiness, whole website ai ready, whole domain grounding via sitemap
grounding.list_check_validations which tests of the checks themselves were run, validation runs list
grounding.validate_checks do our checks really predict citations, test them, new validation run
grounding.check_validation outcome of testing the checks, lift per check, validation run details
grounding.promote_signal this observed signal should become a check, accept signal observation
grounding.reject_signal this observed signal is noise, drop it, dismiss signal observation
geo_criteria.list what makes a page citable, rules for getting quoted by ai, checklist, what counts and what evidence is there, evidence based checklist for ai citations, generative engine optimization rules
wiki: handbook help how does it work
wiki.pages table of contents of the handbook, which help pages are there, handbook overview, help topics
wiki.page read open a help page article of the handbook, single help article
wiki.search where is it explained, what does a term mean, how do I, look up in the help, search help, explanation of a term, look something up in the manual, what do you mean by a term, explain, help pages about a subject, help about credits
deep_insights: what the answers say when taken apart
deep_insights.get all deep insights at once, everything you found out from the answers, complete data mining payload
deep_insights.refresh make build the pdf and the zip with the insights anew, bundle, current deep report, regenerate data mining bundle, recompute
deep_insights.section only one part: forecast of the next weeks, battle cards against competitors, narratives, persona gaps, early warnings, top outreach, executive summary, recommended actions, single chapter such as forecast, consensus narratives, co-occurrence, source whitelist, what will happen in the coming weeks, outlook, battleground prompts section
deep_insights.export_pdf download the insights pdf that was made, grab existing pdf report
deep_insights.export_zip download the insights tables csv zip that was made, grab existing csv bundle
citation_causality: why some pages get cited and others not
citation_causality.patterns what do the cited pages have in common, statistics significance, significant traits of cited pages
citation_causality.recommendations what should we change first on our pages to get cited, priorities, prioritised advice to be cited more
citation_causality.audit_page does this one page have what cited pages have, what is missing, single page versus citation patterns, expected uplift
citation_causality.audit_pages check a list of urls for what gets cited, url list versus citation patterns
citation_causality.audit_results is the list check done, which pages lack what, poll bulk compliance audit
citation_causality.audit_project check the pages of the whole project for what gets cited, audit project pages for compliance
citation_causality.recipe how should I write a text so that it gets cited, instructions for the writer, writing blueprint from top levers
citation_causality.levers what helps and what hurts being cited, which factors matter most, citation drivers, positive and negative factors, what makes assistants pick a page
citation_causality.lever tell me more about one factor, proof and trend, one driver in depth
citation_causality.cross_project what works across all our projects brands, patterns for all our brands together
citation_causality.global what works across all customers of the platform, platform-wide patterns
citation_causality.sandbox_runs earlier experiments simulations, experiments of admins
citation_causality.start_sandbox_run try simulate an experiment with other models, launch experiment
citation_causality.sandbox_run what came out of one experiment, experiment results
citation_causality.promote_sandbox_run put the experiment into production live, make experiment live
prefetch: which page opens next, preloading
prefetch.report_transition a user navigated clicked from one page to the next, log navigation between routes
prefetch.predictions where will the user go click next, likely next pages
prefetch.config is preloading switched on, how is it set, preload settings
leads: sales prospects companies we want as customers
leads.list which companies could we sell to, prospects to call, nobody assigned, prospects filter by status, companies with a phone number, call list, leads to call back today, sorted by callback, unassigned leads
leads.create put a company on the sales list, new prospect, import prospect, new company record
leads.get what do we know about this company prospect, open sales prospect record
leads.update we won lost the customer, must never be called again, change phone email of a prospect, set status won lost do not call, edit prospect, they signed the contract we won, not interested
leads.add_note write down what was said on the phone with a prospect, remark on prospect
leads.schedule_callback remind me to phone ring the company again on a day, plan follow-up call
leads.send_email write mail the prospect company, outreach mail to prospect
leads.activities what has happened with this prospect so far, contact history, prospect timeline
leads.stats how many prospects do we have, how many won, sales numbers, sales funnel totals, unassigned count
agency: sign-off release approval by client or boss
agency.approvals what is waiting for my sign-off decision, what must I release, pending sign-offs
agency.approve give my ok to a request, release it, client says yes, release stage, client agrees, I say yes to the draft, looks good
agency.reject say no to a request, send it back with remarks, not good enough, client disagrees, needs changes
brand_voices.list which brand voices do we have, how our brands talk, voices to choose
engines: ai assistants and answer engines compared
engines.list what can each assistant do, compare chatgpt gemini perplexity by capability, overview of engines, feature comparison of answer engines
engines.get how does one assistant engine work, what does perplexity look at, profile of one engine, what it cares about
engines.signal does this ranking signal matter, which engines agree, evidence for one signal
exports.list everything we exported so far, generated downloads, past exports of any kind
incidents: ai did something harmful or wrong
incidents.list which ai incidents have we reported, filed ai incident cases
incidents.report the ai said did something harmful dangerous discriminating, notify officially, complaint about harmful ai output, the ai insulted a customer, leaked data, gave dangerous advice
incidents.get read one ai incident, what became of it, incident case details
locations: shops branches addresses opening
locations.list our shops branches stores offices addresses, store list
locations.get details of one shop branch store, opening hours address phone, phone number of the store
optimization: run that improves a text step by step
optimization.get how far is the optimization run, which iteration, iteration state of a run
optimization.abort stop the optimization run, halt iterations
search_console: uploaded search console files
search_console.list which search console files did we upload, uploaded gsc exports
search_console.get what does the uploaded search console file show, indexing problems, gsc upload findings
feedback: tell the makers
feedback.list what have I reported so far, my bug reports, my ideas, tickets I sent, reactions to my bugs
feedback.send I found a bug, something is broken does not work, I have an idea wish, complain to support, contact the developers, report a problem, suggest improvement, screenshot, suggest a feature to the makers, feature request, praise or complaint, the button does not work, the page is broken, error message, something is missing, an idea for the product team
`;
