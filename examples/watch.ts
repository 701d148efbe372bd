/// <reference types="visibility-mcp/run" />
// What happened to each brand since the last look, one line each; nothing where nothing did, so that a schedule mails nothing.
// visibility-mcp run examples/watch.ts --input '{"drop": 3}' --raw
interface Sight {
  readonly index?: number | undefined;
  /** Shares of the citations in percent. */
  readonly own?: number | undefined;
  readonly rivals: Readonly<Record<string, number>>;
  readonly domains?: readonly string[] | undefined;
  /** Open false claims by id. */
  readonly claims?: Readonly<Record<string, string>> | undefined;
}

const { drop = 3 } = (input ?? {}) as { drop?: number };
const { data: brands } = await platform.tracking.list();
const lines: string[] = [];
for (const { id, name, domain } of brands) {
  const brand = name ?? domain ?? `brand ${id}`;
  const { data: report } = await platform.workflows.visibilityReport({ brand: String(id), compare: 'previous' });
  const voice = report.share_of_voice;
  const now: Sight = {
    index: report.avi?.score,
    own: voice?.own,
    rivals: Object.fromEntries((voice?.by_competitor ?? []).map((one) => [one.brand, one.share])),
    domains: report.cited_sources?.map((one) => one.domain),
    claims: report.false_claims && Object.fromEntries(report.false_claims.map((one) => [one.claim_id, one.claim])),
  };
  const before = (await platform.state.get(`watch-${id}`)) as Sight | undefined;
  if (before) lines.push(...happened(before, now).map((text) => `${brand}: ${text}`));
  else log(`${brand}: this is the first look; the next one compares with it`);
  // A part that the platform does not say now stays as it was.
  await platform.state.set(`watch-${id}`, { ...before, ...JSON.parse(JSON.stringify(now)) });
}

/** What happened between two looks. What one of them lacks is not judged. */
function happened(before: Sight, now: Sight): string[] {
  const all: string[] = [];
  if (before.index !== undefined && now.index !== undefined && before.index - now.index >= drop)
    all.push(`the index fell from ${before.index} to ${now.index}`);
  for (const [rival, share] of Object.entries(now.rivals))
    if (
      now.own !== undefined &&
      before.own !== undefined &&
      share > now.own &&
      (before.rivals[rival] ?? 0) <= before.own
    )
      all.push(`${rival} passed it in citations, ${share}% against ${now.own}%`);
  for (const gained of now.domains?.filter((one) => before.domains && !before.domains.includes(one)) ?? [])
    all.push(`${gained} is among the most cited domains now`);
  for (const lost of before.domains?.filter((one) => now.domains && !now.domains.includes(one)) ?? [])
    all.push(`${lost} is no longer among the most cited domains`);
  for (const [id, claim] of Object.entries(now.claims ?? {}))
    if (before.claims && !Object.hasOwn(before.claims, id)) all.push(`a false claim appeared: ${claim}`);
  return all;
}

return lines.join('\n');
