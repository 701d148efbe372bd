import { fieldOf } from '../../json/field-of.ts';
import { isFields, type Fields } from '../../json/is-fields.ts';
import { snakeCased } from '../../json/snake-cased.ts';

/**
 * Converts JSON:API resources, whose fields are in `attributes`, into plain records. Their `type` is left out: it names the kind of record,
 * and the contract may use that field with another meaning. Everything else is returned unchanged.
 */
export function plainResources(rawJson: unknown): unknown {
  if (Array.isArray(rawJson)) return rawJson.some(isResource) ? rawJson.map(plain) : rawJson;
  if (!isFields(rawJson)) return rawJson;
  if (isResource(rawJson)) return plain(rawJson);
  const name = Object.keys(rawJson).find((one) => snakeCased(one) === 'data');
  const data = name === undefined ? undefined : rawJson[name];
  const isPlain = Array.isArray(data) ? !data.some(isResource) : !isResource(data);
  if (name === undefined || isPlain) return rawJson;
  return { ...rawJson, [name]: Array.isArray(data) ? data.map(plain) : plain(data) };
}

/** Members of a resource (jsonapi.org, "Resource Objects"). */
const resourceMembers: ReadonlySet<string> = new Set(['id', 'type', 'attributes', 'relationships', 'links', 'meta']);

const isResource = (value: unknown): boolean =>
  isFields(value) &&
  isFields(fieldOf(value, 'attributes')) &&
  typeof fieldOf(value, 'type') === 'string' &&
  Object.keys(value).every((name) => resourceMembers.has(snakeCased(name)));

function plain(value: unknown): unknown {
  if (!isResource(value)) return value;
  const id = fieldOf(value, 'id');
  const relationships = fieldOf(value, 'relationships');
  const attributes = fieldOf(value, 'attributes') as Fields;
  const own = id === undefined ? attributes : { id, ...attributes };
  return relationships === undefined ? own : { ...own, relationships };
}
