/** How people ask for integrations, account, audits of pages, catalogs, sales and the smaller families (contract 3, second half). */
export const business = `
google: google account search console analytics
google.list_connections which google accounts are connected logged in
google.disconnect remove our google account, take google access away, log out of google
google.gsc_properties which websites are in our search console
google.link_gsc_property connect search console of our site with the platform
google.unlink_gsc_property disconnect a search console site, detach gsc
google.gsc_metrics how many clicks impressions from google search, average position, top queries
google.sync_gsc_property fetch get fresh current numbers from google search console
google.ga4_properties which sites are in our google analytics
google.link_ga4_property connect google analytics of our site with the platform
google.unlink_ga4_property disconnect google analytics, detach ga4
google.ga4_metrics how many visitors did we have, traffic, page views from analytics
google.reviews_status are google reviews connected, does the google business reviews access work
blog: posts on the platform's company blog
blog.list_categories which categories does the blog have
blog.create_category new category for the blog
blog.update_category rename category of the blog
blog.delete_category remove category of the blog
blog.list_posts what has been posted on the blog, all posts
blog.create_post publish a post on the blog, new blog entry
blog.get_post read one post of the blog
blog.update_post fix a typo in the post, correct blog entry
blog.delete_post take a post off the blog
os: desktop with files and folders
os.set_mode switch desktop mode on or off, classic or desktop view
os.preferences how is my desktop set, background wallpaper dock
os.save_preferences change the wallpaper background of the desktop, dark theme
os.list_files what files lie on the desktop
os.create_file put store a new file document on the desktop
os.get_file open a desktop file
os.update_file rename edit save a desktop file
os.delete_file throw away a desktop file
os.move_file put a desktop file in another folder
os.share_file give somebody a link to a desktop file
os.unshare_file take back the link to a desktop file
os.list_folders which folders are there
os.create_folder make a new folder directory
os.get_folder what is in this folder, open it
os.update_folder give the folder another name, rename
os.delete_folder throw away a folder
os.move_folder put a folder inside another folder
os.desktop show my desktop, what is on it
os.spotlight find something quickly anywhere on the desktop, global search
review_sources: customer reviews ratings stars from portals like trustpilot
review_sources.list which review portals are connected, how many stars do we have, average rating
review_sources.get what do customers write about us, read the reviews of a portal
review_sources.delete remove a review portal and its reviews
review_sources.rotate_key new secret api key for a review portal, the key leaked
review_sources.disconnect stop fetching reviews for a while but keep them, pause portal
review_sources.reconnect fetch reviews again, turn a paused portal back on
review_sources.register connect a new review portal, add trustpilot
review_sources.join_waitlist our review portal is not supported, put us on the waiting list
review_sources.push_review send a customer review in from our own system
account: me myself my login
account.get who am I, my name and email, is two-factor 2fa on
account.change_password set a new password for my login
account.end_sessions log me out everywhere on all other devices, somebody has my laptop
account.notification_preferences which emails alerts do I get
account.update_notification_preferences do not want emails any more, stop sending me mails, mute unsubscribe alerts
team: colleagues people in our company
team.get our team name, which team am I in
team.members who is in our team, colleagues and their roles
team.update_member make somebody admin, give more less rights, change what a colleague may do
team.remove_member kick throw somebody out of the team, colleague left the company
team.invitations who has been invited and not answered yet, pending
team.invite add a new colleague to the team, send invitation by email
team.revoke_invitation take back cancel an invitation, wrong person invited
billing: invoices address vat plan payment
billing.profile what is on our invoices, our invoice address and vat number
billing.update_profile we moved, change invoice address, vat number, billing email, company name on the bill
billing.upgrade_by_invoice bigger plan, upgrade subscription, buy pro agency starter, pay by bank send a bill
dashboard.get show the home start page overview, how are things in general, at a glance
admin: for operators of the platform
admin.api_costs how much do we pay our providers, openai dataforseo bills, cost of outside services
admin.promo_codes which discount vouchers coupons are there
admin.promo_redemptions who used redeemed a discount voucher and when
admin.feedback what do all users report complain about, bug inbox
admin.set_feedback_status mark a bug report as in progress done
admin.confirm_bug reward the user who found the bug, yes it is a real bug
page_audit: one landing page looked at in depth
page_audit.create how convincing good is our landing page, look at this one page closely, design and conversion, redesign
page_audit.get what came out of the deep page check, screenshots personas trust score
page_audit.list earlier deep checks of pages
grounding: fit to be cited by ai assistants, citable trustworthy page
grounding.analyze can ai chatgpt cite quote this page, is one url ready for ai search, how trustworthy is it
grounding.audit what came out of the citation readiness check of a page
grounding.audits earlier citation readiness checks, weakest pages by score
grounding.assign_project put finished audits under a project
grounding.batch check a list of many urls for citation readiness at once
grounding.batch_status how many urls of the list are checked, is the batch done
grounding.batch_results all results of the batch as rows ndjson
grounding.sitemap_audit check all pages of our sitemap for citation readiness, whole website ai ready
grounding.list_check_validations which tests of the checks themselves were run
grounding.validate_checks do our checks really predict citations, test them
grounding.check_validation outcome of testing the checks, lift per check
grounding.promote_signal this observed signal should become a check
grounding.reject_signal this observed signal is noise, drop it
geo_criteria.list what makes a page citable, rules for getting quoted by ai, checklist, what counts and what evidence is there
wiki: handbook help how does it work
wiki.pages table of contents of the handbook, which help pages are there
wiki.page read open a help page article of the handbook
wiki.search where is it explained, what does a term mean, how do I, look up in the help
deep_insights: what the answers say when taken apart
deep_insights.get all deep insights at once, everything you found out from the answers
deep_insights.refresh make build the pdf and the zip with the insights anew, bundle, current deep report
deep_insights.section only one part: forecast of the next weeks, battle cards against competitors, narratives, persona gaps, early warnings, top outreach, executive summary, recommended actions
deep_insights.export_pdf download the insights pdf that was made
deep_insights.export_zip download the insights tables csv zip that was made
citation_causality: why some pages get cited and others not
citation_causality.patterns what do the cited pages have in common, statistics significance
citation_causality.recommendations what should we change first on our pages to get cited, priorities
citation_causality.audit_page does this one page have what cited pages have, what is missing
citation_causality.audit_pages check a list of urls for what gets cited
citation_causality.audit_results is the list check done, which pages lack what
citation_causality.audit_project check the pages of the whole project for what gets cited
citation_causality.recipe how should I write a text so that it gets cited, instructions for the writer
citation_causality.levers what helps and what hurts being cited, which factors matter most
citation_causality.lever tell me more about one factor, proof and trend
citation_causality.cross_project what works across all our projects brands
citation_causality.global what works across all customers of the platform
citation_causality.sandbox_runs earlier experiments simulations
citation_causality.start_sandbox_run try simulate an experiment with other models
citation_causality.sandbox_run what came out of one experiment
citation_causality.promote_sandbox_run put the experiment into production live
prefetch: which page opens next, preloading
prefetch.report_transition a user navigated clicked from one page to the next
prefetch.predictions where will the user go click next
prefetch.config is preloading switched on, how is it set
leads: sales prospects companies we want as customers
leads.list which companies could we sell to, prospects to call, nobody assigned
leads.create put a company on the sales list, new prospect
leads.get what do we know about this company prospect
leads.update we won lost the customer, must never be called again, change phone email of a prospect
leads.add_note write down what was said on the phone with a prospect
leads.schedule_callback remind me to phone ring the company again on a day
leads.send_email write mail the prospect company
leads.activities what has happened with this prospect so far, contact history
leads.stats how many prospects do we have, how many won, sales numbers
agency: sign-off release approval by client or boss
agency.approvals what is waiting for my sign-off decision, what must I release
agency.approve give my ok to a request, release it, client says yes
agency.reject say no to a request, send it back with remarks, not good enough
brand_voices.list which brand voices do we have, how our brands talk
engines: ai assistants and answer engines compared
engines.list what can each assistant do, compare chatgpt gemini perplexity by capability, overview of engines
engines.get how does one assistant engine work, what does perplexity look at
engines.signal does this ranking signal matter, which engines agree
exports.list everything we exported so far, generated downloads
incidents: ai did something harmful or wrong
incidents.list which ai incidents have we reported
incidents.report the ai said did something harmful dangerous discriminating, notify officially
incidents.get read one ai incident, what became of it
locations: shops branches addresses opening
locations.list our shops branches stores offices addresses
locations.get details of one shop branch store, opening hours address phone
optimization: run that improves a text step by step
optimization.get how far is the optimization run, which iteration
optimization.abort stop the optimization run
search_console: uploaded search console files
search_console.list which search console files did we upload
search_console.get what does the uploaded search console file show, indexing problems
feedback: tell the makers
feedback.list what have I reported so far, my bug reports, my ideas
feedback.send I found a bug, something is broken does not work, I have an idea wish, complain to support, contact the developers
`;
