import { isFields, type Fields } from '../../json/is-fields.ts';

/**
 * An answer whose records have their fields in `attributes`, as JSON:API's resources do, with plain records in their place. `type` is left
 * out there: it names the kind of record, and may be a field of the documents with another meaning. Anything else stays as it is.
 */
export function plainResources(rawJson: unknown): unknown {
  if (Array.isArray(rawJson)) return rawJson.some(isResource) ? rawJson.map(plain) : rawJson;
  if (!isFields(rawJson)) return rawJson;
  if (isResource(rawJson)) return plain(rawJson);
  const { data } = rawJson;
  if (Array.isArray(data) && data.some(isResource)) return { ...rawJson, data: data.map(plain) };
  return isResource(data) ? { ...rawJson, data: plain(data) } : rawJson;
}

/** Members of a resource (jsonapi.org, "Resource Objects"). */
const resourceMembers: ReadonlySet<string> = new Set(['id', 'type', 'attributes', 'relationships', 'links', 'meta']);

const isResource = (value: unknown): value is Fields & { readonly attributes: Fields } =>
  isFields(value) &&
  isFields(value['attributes']) &&
  typeof value['type'] === 'string' &&
  Object.keys(value).every((name) => resourceMembers.has(name));

function plain(value: unknown): unknown {
  if (!isResource(value)) return value;
  const { id, relationships, attributes } = value;
  const own = id === undefined ? attributes : { id, ...attributes };
  return relationships === undefined ? own : { ...own, relationships };
}
