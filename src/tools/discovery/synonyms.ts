import { stem } from './words.ts';

/**
 * Words people use and the words of the catalog that they may stand for. Only what is general: what one
 * family is called by stands in its own `words`. Each line: the word asked, then what it is looked up as.
 */
const lines = `
money credit balance
budget credit balance
afford credit balance
spend credit history
spent credit history
cost price credit preview
charge credit history
bill credit billing invoice
invoice billing
blog article
post article
essay article
text article
copy article
write generate article
draft storyline create
outline storyline
brief storyline
rewrite optimize humanize
improve optimize
polish optimize
adapt repurpose
convert repurpose
newsletter repurpose
linkedin social repurpose
tweet social repurpose
instagram social repurpose
facebook social repurpose
version repurpose
variant repurpose
erase delete
remove delete
drop delete
discard delete
kill delete abort
trash delete
throw delete trash
undo restore
undelete restore
recover restore
bring restore
back restore
mistake restore
accident restore
expensive cost price preview
cheap cost price preview
link share
rank optimize
better optimize
google seo search
make create generate
add create
new create
build create
register create
store create
start run
launch run start
begin start
execute run
edit update
change update
modify update
rename update
adjust update
set update
show list
see list
view list
display list
look list
read list
fetch download
stop pause abort
halt pause
suspend pause
hold pause
freeze pause
cancel abort
interrupt abort
continue resume
unpause resume
restart resume
check analyze audit
verify audit check
test audit check
evaluate analyze audit
inspect audit
examine audit
review audit
score audit
rate feedback
thumb feedback
website site project domain
site project
customer project
client project
workspace project
brand tracking
chatgpt tracking visibility
perplexity tracking
mention tracking
monitor tracking
watch tracking
url grounding
page grounding
llm tracking visibility
trustworthy grounding
link url share
cite grounding citation
citable grounding
quote grounding citation
ai agentic
assistant agentic
bot agentic
agent agentic chat
ask chat agentic
talk chat
tell chat
answer answer_question
reply answer_question
picture image
photo image
term keyword
phrase keyword
query keyword
search keyword
seo keyword
idea research suggestion
suggest research suggestion
discover research
find research list
longtail expand
long expand
spreadsheet file csv
excel import csv file
upload import
load import
export download
zip export
archive export zip
publish share
public share
pin keep
star favorite
past history list
transaction history
ledger history
statement history
progress status
done status
finish status
ready status
onboard ingest
setup ingest create
wizard ingest analyze
approve approve
accept approve
sign approve
people team member
user team member
colleague team member
invite share member
rival competitor
competition competitor
fact accuracy
wrong accuracy
lie accuracy
hallucination accuracy
plan calendar billing
schedule calendar
`;

const table = new Map(
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [asked = '', ...meant] = line.split(' ');
      return [stem(asked), meant.flatMap((word) => word.split('_')).map(stem)] as const;
    }),
);

/** What a stemmed word may stand for, itself left out. */
export const synonymsOf = (word: string): readonly string[] => table.get(word)?.filter((meant) => meant !== word) ?? [];
