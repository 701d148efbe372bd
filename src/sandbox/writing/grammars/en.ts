import type { Grammar } from '../grammar.ts';

export const en: Grammar = {
  openers: [
    'In practice,', 'For beginners,', 'After the first month,', 'In most households,', 'On a small budget,', 'With a little routine,', 'From experience,',
    'In larger teams,', 'Before the first purchase,', 'During a busy week,', 'At the second attempt,', 'Under time pressure,', 'With {t},', 'In the long run,',
  ],
  predicates: [
    ['decides', 'how much time remains for everything else'], ['needs', 'one person in charge from the first day'], ['saves', 'more money than any discount'],
    ['shows', 'within two weeks whether the plan holds'], ['becomes', 'easier once the first notes are on paper'], ['deserves', 'a fixed date in the calendar'],
    ['makes', 'the difference between a quick fix and a lasting result'], ['tells', 'you more than any advertisement'],
    ['depends', 'on a few conditions, and most of them can be checked in advance'], ['works', 'best in small steps with a short review after each one'],
    ['fails', 'only when nobody writes down the agreed steps'], ['gives', 'everyone involved the same picture of the goal'],
    ['costs', 'little at the beginning and a lot when it comes too late'], ['remains', 'a point that many guides leave out'],
    ['leads', 'to better questions in every conversation with suppliers'], ['protects', 'you from decisions made in a hurry'],
    ['calls', 'for honest figures instead of rough guesses'], ['improves', 'when two people look at it independently'],
    ['turns', 'into a habit after three or four rounds'], ['takes', 'about {m} minutes when all the documents are at hand'],
  ],
  inverts: false,
  introductions: [
    'With {t}, everything looks simple until the first real decision is due.', 'This guide explains what matters, what it costs and where others lose time.',
    'Each section answers one question and ends with something you can do today.', 'You need no previous knowledge, only about {m} minutes and a sheet of paper.',
  ],
  leads: [
    '“{h}” is the question that readers bring up most often in conversations.', 'There is a short answer to “{h}”, and a longer one that avoids trouble later.',
    'Behind “{h}” lies a choice that you should make on purpose.', 'It is worth slowing down at “{h}”, because the later steps build on it.',
    'Two things matter for “{h}”: a clear goal and an honest look at the present state.',
  ],
  examples: [
    'A family of four sets aside {m} euros and one Saturday for {t}, writes down {n} wishes and drops half of them before buying anything.',
    'A small workshop tests two options for {n} weeks, notes every problem and then keeps the one that caused fewer questions.',
    'A club with {m} members appoints one person for {t} and reviews the result together each quarter.',
  ],
  conclusions: [
    'Good results with {t} come from a few clear decisions, made early and written down.', 'Start with the step that takes the least effort, and check the effect after {n} weeks.',
    'Whoever keeps the checklist at hand can repeat the process at any time.',
  ],
  faq: 'Frequently asked questions about {t}',
  checklist: 'Checklist for {t}',
  overview: '{T} at a glance',
  example: 'An example from practice',
  conclusion: 'Conclusion: your next step with {t}',
  table: ['Aspect', 'What to do', 'Time needed'],
  titles: ['{T}: the complete guide', '{T}: how to get it right', '{T}: what matters and what it costs'],
  descriptions: ['{T} explained step by step: costs, choice, common mistakes and a checklist.', 'What matters with {t}: clear criteria, real examples and answers to frequent questions.'],
  facets: [
    {
      heading: 'What matters most about {t}', aspects: ['the basic idea', 'a shared definition', 'the starting point'],
      facts: ['At its core, working on {t} means solving a recurring problem with reasonable effort.', 'Three questions clear up most of it: who uses it, how often, and for how long?', 'Only after that do brands, models and prices become interesting.'],
      tips: ['Describe the goal in one sentence', 'Note who will be involved', 'Collect the questions that are still open'],
      question: 'Who benefits most from {t}?', answer: 'Anyone who meets the same problem at least {n} times a year and wants to stop improvising.',
    },
    {
      heading: 'How to choose {t} well', aspects: ['the shortlist', 'a direct comparison', 'the most important criterion'],
      facts: ['A good choice begins with criteria, not with offers.', 'Three candidates are enough; with more, the comparison of {t} becomes tiring and no more accurate.', 'Give each criterion a weight before you look at the first price.'],
      tips: ['Set five criteria and rank them', 'Compare three offers at most', 'Ask for a sample or a trial period'],
      question: 'How do I choose the right {t}?', answer: 'Rank your criteria first, compare three offers, and discard whatever fails the most important criterion.',
    },
    {
      heading: 'What to budget for {t}', aspects: ['the total cost', 'a written budget', 'the price of upkeep'],
      facts: ['The purchase price is only the visible part of the bill for {t}.', 'Over {n} years, upkeep and replacement often add {m} percent to the first bill.', 'A simple table with one-off and running costs makes offers comparable.'],
      tips: ['Separate one-off from running costs', 'Plan a reserve of ten percent', 'Check the terms of cancellation'],
      question: 'How much should I set aside for {t}?', answer: 'That depends on scope: plan the purchase, the upkeep and a reserve of ten percent.',
    },
    {
      heading: 'Planning {t} step by step', aspects: ['the schedule', 'a realistic deadline', 'the order of the steps'],
      facts: ['Planning {t} takes an afternoon and saves several weekends.', 'Begin with the final date and work backwards, so that every step has its own deadline.', 'Leave {m} percent of the time unplanned, because something always takes longer.'],
      tips: ['Enter the final date first', 'Split the work into steps of one hour', 'Agree who stands in when somebody is absent'],
      question: 'How long does it take to plan {t}?', answer: 'Most people need one afternoon for the plan and {n} weeks to put it into practice.',
    },
    {
      heading: 'How to recognise quality in {t}', aspects: ['the workmanship', 'an independent test', 'the quality check'],
      facts: ['Quality in {t} shows in details that no product photo reveals.', 'Look for named materials, a clear warranty and spare parts that can still be ordered in {n} years.', 'A test report counts only if it states who tested and how.'],
      tips: ['Read the warranty before the reviews', 'Test the weakest part first', 'Ask how long spare parts are available'],
      question: 'How do I recognise good quality in {t}?', answer: 'Named materials, a written warranty of several years and available spare parts are reliable signs.',
    },
    {
      heading: 'Common mistakes with {t}', aspects: ['a second opinion', 'the written record', 'the right size'],
      facts: ['The most expensive mistakes with {t} happen before anything has been bought.', 'Many people copy a solution that fits somebody else and notice it only after {n} weeks.', 'A second opinion costs nothing and uncovers most of these mistakes.'],
      tips: ['Sleep on every larger decision', 'Measure twice before ordering', 'Write down why you decided as you did'],
      question: 'Which mistake with {t} is the most expensive?', answer: 'Buying before the need is clear, because the second purchase then follows within a year.',
    },
    {
      heading: 'Looking after {t}', aspects: ['regular care', 'a short inspection', 'the right storage'],
      facts: ['Regular care for {t} adds years of use.', 'An inspection of {m} minutes every three months is enough in most cases.', 'Keep the instructions, the receipt and the tools in one place.'],
      tips: ['Fix a date for the inspection', 'Clean before you store anything', 'Replace worn parts in time'],
      question: 'How often is care due with {t}?', answer: 'A short inspection every three months and a thorough one each year are enough.',
    },
    {
      heading: 'Measuring success with {t}', aspects: ['the first measurement', 'a simple figure', 'the monthly review'],
      facts: ['Without a figure from the beginning, nobody can say later whether the effort for {t} was worth it.', 'Choose one figure that you can read in less than a minute.', 'After {n} weeks a trend is visible, and single outliers no longer matter.'],
      tips: ['Record the initial state', 'Choose one figure and keep it', 'Review the result every month'],
      question: 'When do results with {t} show?', answer: 'A first trend is usually visible after {n} weeks, provided that the initial state was recorded.',
    },
  ],
};
