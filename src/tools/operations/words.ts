/** The words of a text, of a name (`family.action_name`) or of a path as the index knows them: lower case, without the commonest words. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !common.has(word));

const common = new Set(
  `a actually already an and any are as at be been by can could did do does exactly for from get give got had has have how i if in into is it its just let
  like ll me my of on or our please really shall should simply so some than that the their them there these this those to too us ve want was we were what
  when where which who whose will with would you your`.split(/\s+/),
);

/** A query in which the name of a day stands for a date: of "plan that for Friday" it says nothing else of the operation. */
export const plainQuery = (query: string): string =>
  query.toLowerCase().replaceAll('’', "'").replaceAll(days, ' date ');

const days =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|(?:(?:\d+(?:st|nd|rd|th)? )?(?:january|february|april|june|july|august|september|october|november|december)))\b/g;
