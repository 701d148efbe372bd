import type { Operation } from '../operation.ts';
import { schemaOf, type Schema } from './schema.ts';

/** Path, query and header parameters of an operation, in this order. */
export function parameters(operation: Operation): object[] {
  const { properties, required } = argumentsOf(operation);
  const one = (name: string, place: 'path' | 'query' | 'header', as = name) => {
    const { description, ...schema } = properties[name] ?? {};
    const needed = place === 'path' || required.includes(name);
    return {
      name: as,
      in: place,
      required: needed ? true : undefined,
      description,
      schema,
    };
  };
  return [
    ...operation.params.map((name) => one(name, 'path')),
    ...[...operation.query].map((name) =>
      one(name, 'query', properties[name]?.['type'] === 'array' ? `${name}[]` : name),
    ),
    ...Object.entries(operation.headers).map(([name, header]) => one(name, 'header', header)),
  ];
}

/** The body of an operation, or undefined where it has none. */
export function requestBody(operation: Operation): object | undefined {
  const { properties, required } = argumentsOf(operation);
  const elsewhere = new Set([
    ...operation.params,
    ...operation.query,
    ...Object.keys(operation.headers),
    ...(operation.open ? ['body'] : []),
  ]);
  const inside = Object.entries(properties).filter(([name]) => !elsewhere.has(name));
  // A write without fields may still carry an empty object, which many clients send.
  if (operation.method === 'GET') return undefined;
  const needed = required.filter((name) => !elsewhere.has(name));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      inside.map(([name, field]) => [
        name,
        operation.unstated.has(name)
          ? { description: `Likely: ${operation.likely[name]?.why ?? ''}` }
          : required.includes(name)
            ? inBody(operation, field)
            : orNull(inBody(operation, field)),
      ]),
    ),
    required: needed.length ? needed : undefined,
    additionalProperties: operation.open ? true : undefined,
    description: operation.open ? 'Not shown in full: further fields are accepted' : undefined,
  };
  return {
    required: needed.length ? true : undefined,
    content: Object.fromEntries(mediaTypes(operation).map((type) => [type, { schema }])),
  };
}

/** A form is taken wherever files are, and where the contract does not show the body. */
const mediaTypes = ({ multipart, open }: Operation): string[] =>
  multipart
    ? ['multipart/form-data', 'application/json']
    : open
      ? ['application/json', 'multipart/form-data']
      : ['application/json'];

const inBody = ({ multipart }: Operation, field: Schema): Schema => (multipart ? asUpload(field) : field);

/** An optional field may be given as null, which counts as absent, and a yes or no as 1 or 0. */
function orNull(field: Schema): Schema {
  const { type, enum: values } = field as { type?: unknown; enum?: readonly unknown[] | undefined };
  if (typeof type !== 'string') return field;
  if (type === 'boolean') return { ...field, type: ['boolean', 'integer', 'null'] };
  const orAbsent = { ...field, type: [type, 'null'] };
  return values ? { ...orAbsent, enum: [...values, null] } : orAbsent;
}

function argumentsOf({ input }: Operation): {
  properties: Readonly<Record<string, Schema>>;
  required: readonly string[];
} {
  const { properties = {}, required = [] } = schemaOf(input, 'input') as {
    properties?: Record<string, Schema> | undefined;
    required?: string[] | undefined;
  };
  return { properties, required };
}

/** In a form a file is bytes; the catalog's `{name, content}` is how a tool's caller writes one. */
function asUpload(schema: Schema): Schema {
  const { anyOf, items } = schema as { anyOf?: readonly Schema[] | undefined; items?: Schema | undefined };
  const isFile = anyOf?.some(
    ({ properties }) => typeof properties === 'object' && properties !== null && 'content' in properties,
  );
  if (isFile) return { type: 'string', format: 'binary' };
  return items ? { ...schema, items: asUpload(items) } : schema;
}
