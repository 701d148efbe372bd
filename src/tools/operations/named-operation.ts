import { allOperations, findOperation, type Operation } from '../../catalog/index.ts';

/** The operation of that name, tool name or address, or undefined. */
export function namedOperation(name: string): Operation | undefined {
  const operation = findOperation(name) ?? byToolName(name) ?? byAddress(name);
  return operation && canonical(operation);
}

/** The operation that an alias stands for; other operations are returned unchanged. */
const canonical = (operation: Operation): Operation => {
  const of = operation.aliasOf;
  if (of === undefined) return operation;
  return findOperation(of) ?? findOperation(`${operation.family}.${of}`) ?? operation;
};

function byToolName(name: string): Operation | undefined {
  const flat = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  return allOperations().find((operation) => operation.name.replace('.', '_') === flat);
}

/** `METHOD /path`, with parameters in braces or filled in. In `/files/trash`, `trash` is no id. */
function byAddress(address: string): Operation | undefined {
  const [, method, path] =
    /^(GET|POST|PUT|PATCH|DELETE)\s+(?:https?:\/\/[^/]+)?(?:\/api)?(?:\/v1)?(\/[^?\s]*)/i.exec(address) ?? [];
  if (!method || !path) return undefined;
  return allOperations()
    .filter((operation) => operation.method === method.toUpperCase() && addressOf(operation).test(path))
    .sort((a, b) => a.params.length - b.params.length)[0];
}

/** A parameter stands for one part of a path, up to its suffix: `{project}.pdf` does not match `12.zip`. */
const addressOf = ({ path, spans }: Operation): RegExp =>
  new RegExp(
    `^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, (_, name) => (name === spans ? '.+' : '[^/]+'))}/?$`,
  );
