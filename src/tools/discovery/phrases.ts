/**
 * What several words mean together and none of them alone: "get rid of" is to delete. Each line: the
 * phrase, then the words put in its place.
 */
const lines = `
get rid of = delete
throw away = delete
throw out = delete
take off = remove
take down = unshare remove
take back = withdraw revoke
turn on = activate enable
switch on = activate enable
turn off = deactivate disable
switch off = deactivate disable
sign off = approve
log out = end session
sign out = end session
logged in = account
who am i = account
set up = create
look up = search
go live = activate
goes down = down outage
gone down = down outage
tick off = complete done solved
check off = complete done solved
put off = snooze postpone
talk about = mention
talks about = mention
talking about = mention
say about = mention accuracy
tell about = accuracy
by mistake = mistake restore
by accident = accident restore
get back = restore
back on = resume activate
back out = restore
for good = forever
for ever = forever
for now = pause
for a while = pause
right now = now
up and down = history
no longer = remove stop
any more = stop
not any more = remove stop
how much = cost balance
how many = count total
how far = progress status
how often = frequency
how is = status
going up = history trend
as csv = csv export
as pdf = pdf export
as zip = zip export
search console = search console gsc
google analytics = analytics ga4
quick win = low hanging fruit
quick wins = low hanging fruit
easy wins = low hanging fruit
to do = todo
to dos = todo
a to z = expand
blog article = article
blog post about = article
blog about = article topic
a-z = expand
`;

const phrases = lines
  .trim()
  .split('\n')
  .map((line) => line.split(' = '))
  .map(
    ([phrase = '', meant = '']) =>
      [new RegExp(`\\b${phrase.replaceAll(' ', '[\\s-]+')}\\b`, 'g'), ` ${meant} `] as const,
  );

/** A query, in lower case, with its phrases replaced by what they mean. */
export const withPhrases = (query: string): string =>
  phrases.reduce((text, [phrase, meant]) => text.replace(phrase, meant), query);
