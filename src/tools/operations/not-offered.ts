/** What people ask for but the platform does not offer: words for the search index, and the closest alternative. */
export const notOffered: readonly { readonly asked: string; readonly says: string }[] = [
  {
    asked: 'publish push to wordpress shopify wix webflow drupal typo3 contentful squarespace joomla hubspot cms',
    says: 'no operation publishes to a website or CMS. articles.get gives the text; an autopilot (autopilot.create) can publish to a CMS that was connected in the web application.',
  },
  {
    asked: 'write list alt texts tags attributes of an image, alternative text',
    says: 'no operation writes or lists alternative texts of images. content_audits.pages shows what an audit finds on a page.',
  },
  {
    asked: 'public dashboard link, share embed a dashboard that anyone anybody can open',
    says: 'a dashboard has no public address. tracking_shares invites people by e-mail; images and files can be shared by a link.',
  },
  {
    asked: 'post articles to instagram facebook linkedin twitter tiktok pinterest mastodon bluesky, social network',
    says: 'no operation posts to social networks. articles.repurpose turns an article into such a post.',
  },
  {
    asked: 'share invite access read only guest read-only',
    says: 'a guest of a shared tracking project reads and writes (tracking_shares.create, taken back by tracking_shares.revoke). To let somebody only read, send what visibility_report or reports.generate gives.',
  },
  {
    asked: 'undo revert take back roll back the last change action',
    says: 'nothing undoes a call in general. Search for what was done: changes of its operation says whether, and by which operation, it can be taken back.',
  },
  {
    asked: 'move an article keyword storyline to another project',
    says: 'articles, keywords and storylines stay in their project. articles.get and articles.create copy an article into another.',
  },
  {
    asked: 'articles with a tag, tag an article, tagged articles',
    says: 'articles have no tags. articles.list with its filters, or its titles, selects them.',
  },
  {
    asked: 'upload attach insert embed a picture photo image logo video into an article',
    says: 'no operation uploads images or puts a file into an article. images.generate makes an image; keywords.import_csv and prompts.import take files, knowledge_base.add_text a text.',
  },
  {
    asked: 'publish an article',
    says: 'no operation publishes an article. articles.get gives its text; an autopilot (autopilot.create) can publish what it writes itself.',
  },
  {
    asked: 'articles.delete, delete remove erase trash an article',
    says: 'no operation deletes articles. calendar.delete removes a calendar entry, blog.delete_post a post of the blog.',
  },
  {
    asked:
      'update edit change rename retitle duplicate copy an article, change meta description slug title of an article',
    says: 'no operation changes or copies an article by hand. articles.optimize improves its text, articles.repurpose makes another format of it, articles.create stores a finished text as a new one.',
  },
  {
    asked: 'send a message to slack whatsapp telegram discord microsoft teams',
    says: 'no operation sends messages to chat services.',
  },
  {
    asked: 'google ads adwords facebook ads ad campaign advertising',
    says: 'no operation runs or reads advertising campaigns.',
  },
];
