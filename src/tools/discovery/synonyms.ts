import { stem } from './words.ts';

/**
 * Words that people use for one another here; any of a line stands for any other of it. Only what is
 * general: how one operation is asked for stands in its own words. A word may be in several lines.
 */
const alike = `
delete remove erase drop discard dump chuck trash scrap ditch purge wipe kill eliminate clear destroy
restore undelete recover undo retrieve back rescue bring
trash bin recycle deleted
create add new make insert register store put open establish define
start launch begin run trigger execute kick initiate fire
edit change update modify adjust correct fix adapt alter amend tweak set revise
rename name title call
list show see view display browse overview all index
get show details look read open fetch single one inspect
stop pause halt suspend freeze mute hold interrupt temporarily
stop abort cancel end terminate interrupt halt
delete end cancel stop
resume continue unpause restart reactivate reconnect again
retry again rerun repeat once
search find lookup locate query
download export fetch grab save get retrieve
export archive zip bundle package pack compress dump
upload import load bring
publish share public link release
unshare unpublish revoke disable private stop
approve accept confirm release agree yes ok go
reject decline refuse discard dismiss no deny
dismiss hide ignore irrelevant
withdraw revoke cancel retract
leave quit exit detach
join accept enter
invite add share access
kick remove expel fire revoke dismiss
assign attach link put connect set
unassign detach unlink disconnect remove
connect link hook integrate attach
merge combine join deduplicate unify duplicate
move drag shift relocate
reschedule move postpone shift
snooze postpone later defer delay hide remind
complete done finish finished ready tick close solved
favorite favourite bookmark star like
keep pin preserve retain vanish expire disappear lose
expire valid until expiry expiration vanish duration
progress status state stand ready done finish far poll running busy
result outcome finding came
history past earlier previous log timeline archive recent
trend history development curve time evolution
refresh renew update rebuild regenerate recompute again anew recalculate current
crawl scan spider read
check audit analyze test verify examine review inspect evaluate assess
audit crawl scan
recheck reverify again
analyze examine study investigate
humanize natural human rewrite
rewrite rephrase reword wording paraphrase
optimize improve enhance better polish rank
generate write produce compose author draft create
generate draw paint render design
estimate cost price preview expensive cheap calculate
price cost expensive cheap pricing tier fee
spend spent charge cost consumption usage went
money credit balance budget funds points
left remaining balance remain rest
invoice bill billing
plan subscription tier package upgrade
many several bulk batch multiple mass bunch selected set selection all
discover find explore search
suggest idea suggestion proposal recommend inspiration proposed
recommend advice suggestion priority next
gap missing lack weak underperform behind
weak underperform low bad lag behind
explain reason cause why diagnose root
opportunity chance win potential
rank position standing ranking
website site domain homepage web
site project website
customer client
page url landing address
article post text blog essay copy story piece
text document content
brief briefing outline instruction
outline storyline structure plan draft heading
keyword term phrase
prompt question query
tag label
dimension group kind category grouping taxonomy
category topic section group taxonomy
image picture photo pic graphic illustration visual artwork banner hero
file document pdf attachment spreadsheet csv excel
spreadsheet csv excel table xlsx
knowledge fact document material background know rag
style tone voice tonality
folder directory subfolder
desktop workspace drive
preference setting configuration option theme wallpaper
setting configuration config option
module feature function part capability
enable activate on unlock
disable deactivate off
goal objective target aim priority
todo task ticket chore card action
board kanban column backlog
note comment remark annotation
path roadmap plan
template preset predefined
industry sector branch firm
competitor rival competition benchmark compared
compare versus comparison difference diff benchmark
mention talk say post
claim statement fact error
wrong false error hallucination lie mistake incorrect untrue misinformation
truth fact ground true
accuracy fact correct check
cite quote citation reference refer source
source website domain page
assistant chatgpt llm bot chatbot gemini perplexity claude copilot grok model ai engine platform
agent assistant bot chat copilot master
answer reply respond response
conversation chat talk session discuss message
message chat post
tracking monitor watch follow observe track
track monitor watch follow
visibility visible
index score avi grade
sentiment mood tone
persona audience target
intent funnel stage
volume demand search
frequency interval often schedule rhythm daily weekly monthly
schedule calendar plan date
scheduled calendar planned
automatic auto automate autopilot
workflow pipeline chain stage
monitor uptime
downtime outage incident down offline
up uptime online reachable available
speed fast performance lighthouse loading slow
review rating star feedback
portal source platform
key secret token
user member person people account
colleague member coworker teammate staff employee
role permission right
password credential login
session login device
notification alert email mail warning
email mail newsletter send
guest shared invited
team organization company colleague
company business firm brand
location branch shop store office
lead prospect company customer
callback phone call ring follow
activity timeline history
approval request sign
voucher promo coupon discount code
redemption used usage redeemed
bug problem issue broken defect error
feedback report complaint idea suggestion
incident harm harmful case complaint
criterion checklist rule factor criteria
lever factor driver influence
pattern factor feature
experiment sandbox test simulation trial
forum thread topic discussion board
member user subscriber
membership subscription
channel room
handbook wiki help documentation manual guide
report pdf summary document
report markdown
summary overview executive
insight finding analysis
section part chapter
forecast prediction outlook future
prediction likely next
statistic stats number figure total count
metric figure number kpi performance stats
visitor traffic session visit
click impression
property site
placement guest sponsored
alias spelling variant synonym nickname abbreviation
area city region service town
profile data details
orphan unlinked isolated
link internal cross
freshness stale outdated old aged
spelling alias
detect recognize
machine ai robot generated automatic
screenshot image design
conversion cro ux persuasion
score rating points
validate validation prove
signal factor
observation signal
convert turn transform adopt
repurpose convert adapt transform
newsletter social linkedin facebook instagram tweet repurpose
overview home start dashboard
api interface endpoint
swagger openapi specification reference
delete toss axe nuke bin kill lose
update patch put edit
create post register
beat outrank outperform ahead competitor rank
study analysis report research
external outside outsider public
image logo icon thumbnail cover banner screenshot drawing
document note docs documentation knowledge handbook
sound tone voice style tonality
imitate copy mimic learn like
own ours belong group subsidiary
someone somebody person user
good well great positive happy fine
bad wrong negative poor
developer maker vendor support
wish request idea suggest feature
buy order purchase subscribe upgrade
pay paid charge bill invoice
sell sale lead prospect
old earlier past previous history
new fresh latest current newest
fast quick quickly speed
slow speed performance
answer response reply result
study learn read
teach train feed knowledge
show tell give display
watch monitor observe alert
warn alert notify
tell notify report
know known knowledge fact
contact email write outreach
outreach contact partner
weak low worst
best top strong
grow rise gain trend increase
drop fall decline decrease trend
influence affect help drive matter
help support handbook
secure security password
leak leaked secret rotate
logout session device
invite uninvite invitation
country market language region
price tier plan
team-wide default team
ad-hoc adhoc live one-off
copywriter writer brief
chapter section heading
publish release post live
popular frequent volume
purchase buy
mass bulk batch
page subpage
picture photograph image
essay paragraph text
tweet thread post
word keyword term
topic theme subject
audience reader persona customer
company firm business organisation organization
visitor user traffic
robot machine bot ai
chart radar dimension
grade score tier
deadline due date calendar
slot entry calendar
boss client customer
fingerprint style
reachable available up
accident mistake
undo revert restore
temporary temporarily pause
permanently forever irrevocably good
`;

const table = new Map<string, Set<string>>();
for (const line of alike.trim().split('\n')) {
  const words = line.split(' ').map(stem);
  for (const word of words) table.set(word, new Set([...(table.get(word) ?? []), ...words]));
}

/** What a stemmed word may stand for, itself left out. Of "uninvite", "invite" and what ends it. */
export function synonymsOf(word: string): readonly string[] {
  const meant = table.get(word);
  if (meant) return [...meant].filter((other) => other !== word);
  const [, prefix, rest] = /^(re|un|sub|de)(\w{4,})$/.exec(word) ?? [];
  return rest && prefix ? [rest, ...(undoing.get(prefix) ?? [])] : [];
}

/** Meaning that common prefixes add to a word. */
const undoing = new Map([
  ['re', ['again']],
  ['un', ['remov', 'revok']],
  ['de', ['remov']],
]);
