/** Requests that the platform has no operation for, each with the closest one. */
const notOffered: readonly (readonly [asked: RegExp, says: string])[] = [
  [
    /\b(?:wordpress|shopify|wix|webflow|drupal|typo3|contentful|squarespace|joomla|hubspot|cms)\b/,
    'no operation publishes to a website or CMS. articles.get gives the text; an autopilot (autopilot.create) can publish to a CMS that was connected in the web application.',
  ],
  [
    /\balt[ -]?(?:texts?|tags?|attributes?)\b/,
    'no operation writes or lists alternative texts of images. content_audits.pages shows what an audit finds on a page.',
  ],
  [
    /\bpublic(?:ly)?\b.*\bdashboards?\b|\bdashboards?\b.*\b(?:public|publicly|embed|anyone|anybody)\b/,
    'a dashboard has no public address. tracking_shares invites people by e-mail; images and files can be shared by a link.',
  ],
  [
    /\b(?:post|publish|schedule|share|tweet)\b.*\b(?:to|on|at)\b.*\b(?:instagram|facebook|linkedin|twitter|tiktok|pinterest|mastodon|bluesky)\b/,
    'no operation posts to social networks. articles.repurpose turns an article into such a post.',
  ],
  [
    /\b(?:share|invite|access|show)\b.*\bread[- ]?only\b|\bread[- ]?only\b.*\b(?:share|access|link|guest)\b/,
    'a guest of a shared tracking project reads and writes (tracking_shares.create, taken back by tracking_shares.revoke). To let somebody only read, send what visibility_report or reports.generate gives.',
  ],
  [
    /^(?:please )?(?:undo|revert|roll back|take back) (?:the |my |our |that |this )?(?:last |latest |previous )?(?:change|changes|action|call|thing|step|edit)s?\b/,
    'nothing undoes a call in general. Search for what was done: changes of its operation says whether, and by which operation, it can be taken back.',
  ],
  [
    /\bmov(?:e|ing) (?:\w+ ){0,3}(?:articles?|posts?|keywords?|storylines?) .*\bto (?:\w+ )?(?:another|a different|the other) project\b/,
    'articles, keywords and storylines stay in their project. articles.get and articles.create copy an article into another.',
  ],
  [
    /\b(?:articles?|posts?) (?:with|by|having|that have) (?:a |the |this )?tags?\b|\btag(?:ged)? (?:an? |the |our |all )?(?:articles?|posts?)\b/,
    'articles have no tags. articles.list with its filters, or its titles, selects them.',
  ],
  [
    /\b(?:upload|attach|insert|embed|place|put)(?:ing)?\b.*\b(?:files?|images?|pictures?|photos?|screenshots?|logos?|videos?)\b.*\b(?:in|into|to|onto)\b (?:\w+ ){0,3}(?:articles?|posts?|texts?)\b|\bupload(?:ing)?\b (?:\w+ ){0,3}(?:images?|pictures?|photos?|logos?|videos?)\b/,
    'no operation uploads images or puts a file into an article. images.generate makes an image; keywords.import_csv and prompts.import take files, knowledge_base.add_text a text.',
  ],
  [
    /^(?:please )?publish(?:ing)? (?:an?|the|this|that|my|our) (?:\w+ ){0,2}(?:article|text)\b(?!.*\b(?:automatic|schedul|every|daily|weekly|partner))/,
    'no operation publishes an article. articles.get gives its text; an autopilot (autopilot.create) can publish what it writes itself.',
  ],
  [
    /^(?:please )?(?:delete|remove|erase|trash|discard) (?:(?:an?|the|this|that|my|our|old|all|some|these|those) ){0,2}articles?(?: \d+| (?:in|of|from|titled|called|named|about)\b.*)?$/,
    'no operation deletes articles. calendar.delete removes a calendar entry, blog.delete_post a post of the blog.',
  ],
  [
    /^(?:please )?(?:rename|retitle|edit|duplicate|clone|copy|change the (?:title|text|name) of) (?:an?|the|this|that|my|our) (?:\w+ )?article\b/,
    'no operation changes or copies an article by hand. articles.optimize improves its text, articles.repurpose makes another format of it, articles.create stores a finished text as a new one.',
  ],
  [
    /\b(?:set|write|add|update|edit|change|fill|fix|correct|replace)\b(?: \w+){0,4} (?:meta(?:[ -]?(?:descriptions?|texts?|titles?))?|slugs?|titles?|descriptions?) (?:of|for|on|in|to) (?:\w+ ){0,4}articles?\b|\barticles?'? (?:meta[ -]?)(?:descriptions?|titles?)\b|^(?:please )?(?:update|edit|change|modify)(?:ing)? (?:\w+ ){0,2}articles?$/,
    'no operation changes the title, text or meta description of an article by hand. articles.optimize improves its text; articles.create stores a finished text as a new one.',
  ],
  [/\b(?:slack|whatsapp|telegram|discord|microsoft teams)\b/, 'no operation sends messages to chat services.'],
  [
    /\b(?:google|facebook|meta|bing|linkedin) ads?\b|\badwords\b|\bad campaigns?\b/,
    'no operation runs or reads advertising campaigns.',
  ],
];

/** What is said beside hits that answer a part of what was asked. */
const remarks: readonly (readonly [asked: RegExp, says: string])[] = [
  [
    /\b(?:who|whom|which (?:user|member|person|colleague|team ?mate)s?|by (?:user|member|person))\b.*\b(?:spen[dt]|spending|(?:paid|used|burn(?:ed|t)|drew|drawn|cost)\b.*\b(?:credits?|money|points|budget))\b/,
    'No operation says which person drew credits. The tool credits has what was drawn in 30 days by operation, and apart from it what was drawn elsewhere than here.',
  ],
];

export const remarkOn = (query: string): string | undefined =>
  remarks.find(([asked]) => asked.test(query.toLowerCase()))?.[1];

/** Why nothing is found for a query, where it asks for what the platform does not do. */
export const whyNotOffered = (query: string): string | undefined =>
  notOffered.find(([asked]) => asked.test(query.toLowerCase()))?.[1];
